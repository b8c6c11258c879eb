# Squeeze and excite, and the convolution behind it.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"r" = relu("a") name="r"
"p" = global_average_pool("r") {keepdims=false} name="gap"
%950 = ncnn.as_rows("p") {ic=8}
"f" = linear(%950, @"fc1.w") name="fc1"
"fr" = relu("f") name="relu_s"
%951 = ncnn.as_rows("fr") {ic=4}
"f2" = linear(%951, @"fc2.w") name="fc2"
"sg" = sigmoid("f2") name="sg"
%900 = ncnn.align("r", "sg")
%901 = ncnn.align("sg", "r")
"m" = mul(%900, %901) name="m"
"y" = conv("m", @"conv2.w") name="conv2"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"fc1.w" = f32[4,8] seed 2
@"fc2.w" = f32[8,4] seed 3
@"conv2.w" = f32[8,8,1,1] seed 4
--- tvm
conv1(anchor) r(point): x -> r; 16384 bytes less: elementwise on the output of a conv
gap(anchor): r -> p: it is complex, and an edge on the way there is complex
fc1(anchor) relu_s(point): p -> fr; 32 bytes less: elementwise on the output of a linear
fc2(anchor) sg(point): fr -> sg; 64 bytes less: elementwise on the output of a linear
m(point): r sg -> m: it is broadcast, and an edge on the way there is complex
conv2(anchor): m -> y: it is a result
--- full
conv1(anchor) r(point): x -> r; 16384 bytes less: epilogue
gap(anchor): r -> p: no kernel sums up as it stores
fc1(anchor) relu_s(point): p -> fr; 32 bytes less: epilogue
fc2(anchor) sg(point): fr -> sg; 64 bytes less: epilogue
m(factor) conv2(anchor): r sg -> y; 16384 bytes less: factor
--- refused
sum: r, gap: no kernel sums up as it stores
epilogue: sg, m: there are more results than elements of the value, which would be computed again for each
epilogue: r, m: what lies between them needs the one and is needed by the other
no rule: gap, fc1: both are complex
no rule: relu_s, fc2: it is complex, and needs many elements of the value at once
