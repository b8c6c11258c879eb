# Two convolutions and an elementwise operator are concatenated, and relu behind.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = relu("a") name="relu1"
"c" = conv("x", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"d" = relu("c") name="relu2"
"e" = sigmoid("x") name="sig"
"k" = concat("b", "d", "e") name="concat1"
"y" = relu("k") name="relu3"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
--- tvm
conv1(anchor) relu1(point): x -> b; 16384 bytes less: elementwise on the output of a conv
conv2(anchor) relu2(point): x -> d; 16384 bytes less: elementwise on the output of a conv
sig(point) concat1(move) relu3(point): x b d -> y; 65536 bytes less: elementwise and moves
--- full
conv1(anchor) relu1(point): x -> b; 16384 bytes less: epilogue
conv2(anchor) relu2(point): x -> d; 16384 bytes less: epilogue
sig(point): x -> e: there is nothing beside it
concat1(move): b d e -> k; 49152 bytes less; in slices: parts lie where they belong: nothing is left to do
relu3(point): k -> y: its operand is put together from parts
--- refused
elementwise: concat1, relu3: its operand is put together from parts
