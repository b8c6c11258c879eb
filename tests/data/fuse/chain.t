# Convolution, bias, relu, convolution, relu.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = ncnn.bias("a", @"v") name="bias1"
"c" = relu("b") name="relu1"
"d" = conv("c", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"e" = relu("d") name="relu2"
output("e")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
@"v" = f32[8] seed 9
--- tvm
conv1(anchor) bias1(point) relu1(point): x -> c; 32768 bytes less: elementwise on the output of a conv
conv2(anchor) relu2(point): c -> e; 16384 bytes less: elementwise on the output of a conv
--- full
conv1(anchor) bias1(point) relu1(point): x -> c; 32768 bytes less: epilogue
conv2(anchor) relu2(point): c -> e; 16384 bytes less: epilogue
--- refused
no rule: relu1, conv2: it is complex, and needs many elements of the value at once
