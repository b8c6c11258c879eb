# What is elementwise on the other side of a sum.
test fuse
--- in
"x" = input : f32[8,16,16]
"z" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"e" = exp("z") name="e"
"y" = add("a", "e") name="y"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor) e(point) y(point): x z -> y; 32768 bytes less: elementwise on the output of a conv
--- full
conv1(anchor) e(point) y(point): x z -> y; 32768 bytes less: epilogue
--- refused
