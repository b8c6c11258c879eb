# Relu before a 1x1 convolution.
test fuse
--- in
"x" = input : f32[8,16,16]
"r" = relu("x") name="r"
"a" = conv("r", @"conv1.w") name="conv1"
output("a")
@"conv1.w" = f32[8,8,1,1] seed 1
--- tvm
r(point): x -> r: it is elementwise, and an edge on the way there is complex
conv1(anchor): r -> a: it is a result
--- full
r(prologue) conv1(anchor): x -> a; 16384 bytes less: prologue
--- refused
