# Up through a split: the other part gets factors of 1.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"p", "q" = split("a") {sizes=[1,-1]} name="split1"
"y" = mul("q", @"s") name="mul1"
"t" = tanh("p") name="tanh1"
output("y" as "out", "t")
@"w" = f32[2,1,1,1] [3,4]
@"s" = f32[] [10]
--- remarks
fired: lift_affine: conv1 + split1 + mul1 -> split1 (split)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w") name="conv1" : f32[2,"x".1,"x".2]
"p", "y" = split(%0) {sizes=[1,-1]} name="split1" : f32[1,"x".1,"x".2], f32[1,"x".1,"x".2]
"t" = tanh("p") name="tanh1" : f32[1,"x".1,"x".2]
output("y" as "out", "t")
@"w" = f32[2,1,1,1] [3,40]
