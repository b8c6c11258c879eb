# Batch norm and ReLU before convolutions of several pixels, which do them to what they copy within its padding: by Winograd's tiles, bands of rows, in groups. Not where tiles overlap so much that a formula costs more than a sweep before.
test fuse
--- in
"x" = input : f32[32,28,28]
"n1" = batch_normalization("x", @"s", @"t") name="norm1"
"r1" = relu("n1") name="relu1"
"a" = conv("r1", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="tiles"
"n2" = batch_normalization("x", @"s", @"t") name="norm2"
"r2" = relu("n2") name="relu2"
"b" = conv("r2", @"c33") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="bands"
"n3" = batch_normalization("x", @"s", @"t") name="norm3"
"r3" = relu("n3") name="relu3"
"c" = conv("r3", @"cg") {group=4, stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="groups"
"e" = erf("x") name="erf"
"d" = conv("e", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="dear"
"r4" = relu("x") name="relu4"
"f" = conv("r4", @"cd") {group=32, pad_begin=[1,1], pad_end=[1,1]} name="depthwise"
output("a", "b", "c", "d", "f")
@"c33" = f32[32,32,3,3] seed 1
@"cg" = f32[32,8,3,3] seed 2
@"cd" = f32[32,1,3,3] seed 3
@"s" = f32[32] seed 4
@"t" = f32[32] seed 5
--- full
norm1(prologue) relu1(prologue) tiles(anchor): x -> a; 401408 bytes less: elementwise, prologue
norm2(prologue) relu2(prologue) bands(anchor): x -> b; 401408 bytes less: elementwise, prologue
norm3(prologue) relu3(prologue) groups(anchor): x -> c; 401408 bytes less: elementwise, prologue
erf(point): x -> e: done as its elements are read, 2.25 times each, it takes 15.6 us, and before that 11.1
dear(anchor): e -> d: done as its elements are read, 2.25 times each, it takes 15.6 us, and before that 11.1
relu4(point): x -> r4: it is complex, and needs many elements of the value at once
depthwise(anchor): r4 -> f: it is complex, and needs many elements of the value at once
--- tvm
norm1(point) relu1(point): x -> r1; 200704 bytes less: elementwise
tiles(anchor): r1 -> a: it is a result
norm2(point) relu2(point): x -> r2; 200704 bytes less: elementwise
bands(anchor): r2 -> b: it is a result
norm3(point) relu3(point): x -> r3; 200704 bytes less: elementwise
groups(anchor): r3 -> c: it is a result
erf(point): x -> e: it is elementwise, and an edge on the way there is complex
dear(anchor): e -> d: it is a result
relu4(point): x -> r4: it is elementwise, and an edge on the way there is complex
depthwise(anchor): r4 -> f: it is a result
--- refused
prologue: erf, dear: done as its elements are read, 2.25 times each, it takes 15.6 us, and before that 11.1
no rule: relu4, depthwise: it is complex, and needs many elements of the value at once
