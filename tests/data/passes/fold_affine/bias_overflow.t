# The weights would fit, the bias would not.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [1,2]
@"b" = f32[2] [3e38,1]
@"k" = f32[2] [10,10]
--- remarks
missed: fold_affine: conv1 + mul1: not folded: bias 3e+39 of channel 0 overflows f32
--- out
same
