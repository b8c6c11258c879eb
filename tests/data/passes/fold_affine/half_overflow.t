# 60000 times 2 is no half-precision number: the weights become f32, nothing is lost (hole H29).
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"w" = f16(f32)[2,1,1,1] [60000,2]
@"k" = f32[2] [2,2]
--- remarks
fired: fold_affine: conv1 + mul1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [120000,4]
