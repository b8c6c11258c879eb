# A convolution read twice by what becomes one with it.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = sigmoid("a") name="b"
"c" = mul("a", "b") name="c"
output("c")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor) b(point) c(point): x -> c; 40960 bytes less: elementwise on the output of a conv
--- full
conv1(anchor) b(point) c(point): x -> c; 40960 bytes less: epilogue
--- refused
