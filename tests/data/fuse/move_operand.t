# What is computed with operands behind a move is a step of its own.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"k" = channel_shuffle("a") {groups=2, axis=0} name="shuffle"
"y" = mul("k", "x") name="y"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
shuffle(move) y(point): a x -> y; 16384 bytes less: elementwise and moves
--- full
conv1(anchor): x -> a: no kernel stores like that
shuffle(move): a -> k: no kernel stores like that
y(point): k x -> y: no kernel computes with what it moves
--- refused
moves: conv1, shuffle: no kernel stores like that
elementwise: shuffle, y: no kernel computes with what it moves
