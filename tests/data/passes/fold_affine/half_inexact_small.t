# A power of two may leave the range in which halves have all digits: then the weights are f32.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"w" = f16(f32)[2,1,1,1] [0.33325195,2]
@"k" = f32[2] [0.0009765625,1]
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f16(f32)[2,1,1,1] [0.00032544136,2]
