# Batch norm and ReLU before a 1x1 convolution, as in DenseNet; not before a 3x3, nor where others read what they make.
test fuse
--- in
"x" = input : f32[16,20,20]
"a" = conv("x", @"c3") {pad_begin=[1,1], pad_end=[1,1]} name="first"
"z" = input : f32[16,20,20]
"k" = concat("a", "z") name="all"
"n" = batch_normalization("k", @"s", @"s", @"s", @"p") name="norm"
"r" = relu("n") name="relu"
"b" = conv("r", @"c1") name="bottleneck"
"m" = batch_normalization("k", @"s", @"s", @"s", @"p") name="norm2"
"q" = relu("m") name="relu2"
"y" = conv("q", @"c33") {pad_begin=[1,1], pad_end=[1,1]} name="wide"
"t" = relu("k") name="relu3"
"u" = conv("t", @"c1") name="read"
"e" = exp("t") name="exp"
output("b", "y", "u", "e")
@"c3" = f32[16,16,3,3] seed 1
@"c1" = f32[24,32,1,1] seed 2
@"c33" = f32[8,32,3,3] seed 3
@"s" = f32[32] seed 4
@"p" = f32[32] seed 5
--- full
first(anchor): x -> a: a part is an input of the network or a constant
all(move): a z -> k: a part is an input of the network or a constant
norm(prologue) relu(prologue) bottleneck(anchor): k -> b; 204800 bytes less: elementwise, prologue
norm2(point) relu2(point): k -> q; 102400 bytes less: elementwise
wide(anchor): q -> y: done as its elements are read, 2.25 times each, it takes 9.7 us, and before that 6.55
relu3(point) exp(point): k -> t e; 51200 bytes less: elementwise
read(anchor): t -> u: others read the value, too
--- tvm
first(anchor): x -> a: it is complex, and an edge on the way there is injective
all(move): a z -> k: its readers meet nowhere
norm(point) relu(point): k -> r; 102400 bytes less: elementwise
bottleneck(anchor): r -> b: it is a result
norm2(point) relu2(point): k -> q; 102400 bytes less: elementwise
wide(anchor): q -> y: it is a result
relu3(point): k -> t: its readers meet nowhere
read(anchor): t -> u: it is a result
exp(point): t -> e: it is a result
--- refused
in slices: first, all: a part is an input of the network or a constant
elementwise: all, norm: no kernel computes with what it moves
elementwise: all, norm2: no kernel computes with what it moves
prologue: relu2, wide: done as its elements are read, 2.25 times each, it takes 9.7 us, and before that 6.55
elementwise: all, relu3: no kernel computes with what it moves
prologue: relu3, read: others read the value, too
