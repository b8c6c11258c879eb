# Two readers take it in: one rewrite.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1" features=1
"z" = conv("y", @"w") {nd=2} name="conv1" features=2
"q" = conv("y", @"w") {nd=2, act=relu} name="conv2"
output("z", "q")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"w" = f32[1,2,1,1] [1,10]
--- remarks
fired: sink_affine: sc1 + conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @%0, @%1) name="conv1" features=3 : f32[1,"x".1,"x".2]
"q" = conv("x", @%2, @%3) {act=relu} name="conv2" features=1 : f32[1,"x".1,"x".2]
output("z", "q")
@%0 = f32[1,2,1,1] [2,30]
@%1 = f32[1] [-9]
@%2 = f32[1,2,1,1] [2,30]
@%3 = f32[1] [-9]
