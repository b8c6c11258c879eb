# Times powers of two halves stay halves: nothing is lost. (0 times anything, too.)
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"w" = f16(f32)[3,1,1,1] [0.33325195,2,0]
@"k" = f32[3] [4,-0.5,0.1]
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w") name="conv1" : f32[3,"x".1,"x".2]
output("y" as "out")
@"w" = f16(f32)[3,1,1,1] [1.3330078,-1,0]
