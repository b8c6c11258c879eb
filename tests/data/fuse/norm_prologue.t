# A sum before a layer norm, which others read, too.
test fuse
--- in
"x" = input : f32[64,128]
"z" = input : f32[64,128]
"a" = add("x", "z") name="sum"
"b" = ncnn.layer_norm("a", @"g", @"b") {affine_size=128, eps=1e-5} name="norm"
"y" = mul("a", "b") name="y"
output("y")
@"g" = f32[128] seed 1
@"b" = f32[128] seed 2
--- tvm
sum(point): x z -> a: it is broadcast, and an edge on the way there is complex
norm(anchor) y(point): a -> y; 65536 bytes less: elementwise on the output of a layer_normalization
--- full
sum(prologue) norm(anchor) y(point): x z -> y; 163840 bytes less; rows along axis 1: epilogue, prologue
--- refused
