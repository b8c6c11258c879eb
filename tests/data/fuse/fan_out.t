# Two complex operators read one value.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"r" = relu("a") name="r"
"p" = max_pool("r") {kernel=[3,3], stride=[2,2], ceil_mode=true} name="maxpool"
"y" = conv("r", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
output("p", "y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
--- tvm
conv1(anchor) r(point): x -> r; 16384 bytes less: elementwise on the output of a conv
maxpool(anchor): r -> p: it is a result
conv2(anchor): r -> y: it is a result
--- full
conv1(anchor) r(point): x -> r; 16384 bytes less: epilogue
maxpool(anchor): r -> p: it is complex, and needs many elements of the value at once
conv2(anchor): r -> y: it is complex, and needs many elements of the value at once
--- refused
no rule: r, maxpool: it is complex, and needs many elements of the value at once
no rule: r, conv2: it is complex, and needs many elements of the value at once
