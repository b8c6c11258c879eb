# Relu before a convolution that reads each element often.
test fuse
--- in
"x" = input : f32[8,16,16]
"r" = tanh("x") name="r"
"a" = conv("r", @"conv1.w") {pad_begin=[2,2], pad_end=[2,2]} name="conv1"
output("a")
@"conv1.w" = f32[512,8,5,5] seed 1
--- tvm
r(point): x -> r: it is elementwise, and an edge on the way there is complex
conv1(anchor): r -> a: it is a result
--- full
r(point): x -> r: it would be computed 533 times, which costs 259 us and saves 0.34
conv1(anchor): r -> a: it would be computed 533 times, which costs 259 us and saves 0.34
--- refused
prologue: r, conv1: it would be computed 533 times, which costs 259 us and saves 0.34
