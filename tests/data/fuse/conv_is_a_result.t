# A convolution's value is a result, too.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"y" = relu("a") name="relu1"
output("a", "y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is a result
relu1(point): a -> y: it is a result
--- full
conv1(anchor) relu1(point): x -> a y; 8192 bytes less: epilogue
--- refused
