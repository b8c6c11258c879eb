# One factor for all channels.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = mul(@"k", "c") name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[] [-2]
--- remarks
fired: fold_affine: conv1 + mul1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [-4,6]
@"b" = f32[2] [-2,-20]
