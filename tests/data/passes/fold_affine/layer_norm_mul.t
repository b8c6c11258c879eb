# A layer norm with factors of its own takes them along the last axis.
test pass fold_affine
--- in
"x" = input : f32[3,2]
"c" = ncnn.layer_norm("x", @"g", @"b") {affine_size=2, eps=0.001} name="ln1"
"y" = mul("c", @"k") name="mul1"
output("y" as "out")
@"g" = f32[2] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2] [10,100]
--- remarks
fired: fold_affine: ln1 + mul1 -> ln1 (layer_normalization)
--- out
"x" = input : f32[3,2]
"y" = layer_normalization("x", @"g", @"b") {axis=1, epsilon=0.001} name="ln1" : f32[3,2]
output("y" as "out")
@"g" = f32[2] [20,-300]
@"b" = f32[2] [10,1000]
