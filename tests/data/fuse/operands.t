# Operands of any shape behind a convolution: a vector, a map, a number, a tensor, slopes.
test fuse
--- in
"x" = input : f32[8,16,16]
"v" = input : f32[8,1,1]
"m" = input : f32[1,16,16]
"t" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = mul("a", "v") name="by_vector"
"c" = add("b", "m") name="by_map"
"d" = add("c", "t") name="by_tensor"
"e" = prelu("d", @"s") name="slopes"
"y" = mul("e", @"two") name="by_number"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"s" = f32[8,1,1] seed 7
@"two" = f32[1] [2]
--- tvm
conv1(anchor) by_vector(point) by_map(point) by_tensor(point) slopes(point) by_number(point): x v m t -> y; 81920 bytes less: elementwise on the output of a conv
--- full
conv1(anchor) by_vector(point) by_map(point) by_tensor(point) slopes(point) by_number(point): x v m t -> y; 81920 bytes less: epilogue
--- refused
