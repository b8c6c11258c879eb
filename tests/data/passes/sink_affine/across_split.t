# Each part of a split takes its factors; what nothing happens to goes on as it is.
test pass sink_affine
--- in
"x" = input : f32[4,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"a", "b" = split("y") {sizes=[2,-1]} name="split1"
"z" = conv("a", @"w") {act=relu} name="conv1"
"q" = tanh("b") name="tanh1"
output("z", "q")
@"s" = f32[4] [2,3,1,1]
@"w" = f32[1,2,1,1] [1,10]
--- remarks
fired: sink_affine: sc1 + split1 + conv1 -> split1 (split)
--- out
"x" = input : f32[4,_,_]
%0, "b" = split("x") {sizes=[2,-1]} name="split1" : f32[2,"x".1,"x".2], f32[2,"x".1,"x".2]
"z" = conv(%0, @"w") {act=relu} name="conv1" : f32[1,"x".1,"x".2]
"q" = tanh("b") name="tanh1" : f32[2,"x".1,"x".2]
output("z", "q")
@"w" = f32[1,2,1,1] [2,30]
