# A pre-activation residual.
test fuse
--- in
"x" = input : f32[8,16,16]
"z" = input : f32[8,16,16]
"a" = add("x", "z") name="add1"
"r" = relu("a") name="relu1"
"c" = conv("r", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"y" = add("c", "r") name="add2"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
add1(point) relu1(point): x z -> r; 16384 bytes less: elementwise
conv1(anchor) add2(point): r -> y; 16384 bytes less: elementwise on the output of a conv
--- full
add1(point) relu1(point): x z -> r; 16384 bytes less: elementwise
conv1(anchor) add2(point): r -> y; 16384 bytes less: epilogue
--- refused
prologue: relu1, conv1: others read the value, too
epilogue: relu1, add2: something complex in the group needs all of it first
