# A layer norm has factors along its last axis, not along the first.
test pass fold_affine
--- in
"x" = input : f32[2,2]
"c" = ncnn.layer_norm("x", @"g", @"b") {affine_size=2, eps=0.001} name="ln1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"g" = f32[2] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2,1] [10,100]
--- remarks
missed: fold_affine: ln1 + mul1: not folded into the layer_normalization: the factors run along axis 0, the channels of the layer_normalization along axis 1
--- out
same
