# A constant in front, which ncnnoptimize does not see: 100 - (2x + 1) and 1000 - (-3x + 10).
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
%900 = ncnn.align(@"k", "c")
%901 = ncnn.align("c", @"k")
"y" = sub(%900, %901) name="sub1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2] [100,1000]
--- remarks
fired: fold_affine: conv1 + sub1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [-2,3]
@"b" = f32[2] [99,990]
