# Case 24: one LayerNorm bias read by two nodes, and also added to something else (gpt2).
test pass fold_affine
--- in
"x" = input : f32[3,2]
"a" = ncnn.layer_norm("x", @"g", @"b") {affine_size=2} name="ln1"
"y1" = mul("a", @"k") name="mul1"
"y2" = ncnn.layer_norm("y1", @"g", @"b") {affine_size=2} name="ln2"
"y3" = add("y2", @"b") name="add1"
output("y3")
@"g" = f32[2] [1,2]
@"b" = f32[2] [3,4]
@"k" = f32[] [10]
--- remarks
fired: fold_affine: ln1 + mul1 -> ln1 (layer_normalization)
fired: fold_affine: ln2 + add1 -> ln2 (layer_normalization)
--- out
"x" = input : f32[3,2]
"y1" = layer_normalization("x", @%0, @%1) {axis=1, epsilon=0.001} name="ln1" : f32[3,2]
"y3" = layer_normalization("y1", @%2, @%3) {axis=1, epsilon=0.001} name="ln2" : f32[3,2]
output("y3")
@%0 = f32[2] [10,20]
@%1 = f32[2] [30,40]
@%2 = f32[2] [1,2]
@%3 = f32[2] [6,8]
