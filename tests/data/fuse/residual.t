# A residual with a projection: the convolution that runs last takes the sum.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = relu("a") name="relu1"
"c" = conv("b", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"d" = conv("x", @"conv3.w") name="conv3"
"e" = add("c", "d") name="add1"
"f" = relu("e") name="relu2"
output("f")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
@"conv3.w" = f32[8,8,1,1] seed 3
--- tvm
conv1(anchor) relu1(point): x -> b; 16384 bytes less: elementwise on the output of a conv
conv3(anchor): x -> d: it is complex, and what lies on the way there, or its group, is not simple enough
conv2(anchor) add1(point) relu2(point): b d -> f; 32768 bytes less: elementwise on the output of a conv
--- full
conv1(anchor) relu1(point): x -> b; 16384 bytes less: epilogue
conv2(anchor): b -> c: it is complex, and so is another operand, which is there later
conv3(anchor) add1(point) relu2(point): x c -> f; 32768 bytes less: epilogue
--- refused
epilogue: conv2, add1: it is complex, and so is another operand, which is there later
no rule: relu1, conv2: it is complex, and needs many elements of the value at once
