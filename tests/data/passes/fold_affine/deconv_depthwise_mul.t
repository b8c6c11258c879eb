# Depthwise deconvolution and a constant factor: ncnnoptimize has only the batch norm for it.
test pass fold_affine
--- in
"x" = input : f32[2,3,3]
"c" = conv_transpose("x", @"w") {stride=[2,2], group=2} name="deconv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,2] [1,2,3,4]
@"k" = f32[2] [10,100]
--- remarks
fired: fold_affine: deconv1 + mul1 -> deconv1 (conv_transpose)
--- out
"x" = input : f32[2,3,3]
"y" = conv_transpose("x", @"w") {group=2, stride=[2,2]} name="deconv1" : f32[2,5,6]
output("y" as "out")
@"w" = f32[2,1,1,2] [10,20,300,400]
