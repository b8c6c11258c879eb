# A value that is read as it is keeps its order.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"k" = channel_shuffle("a") {groups=2, axis=0} name="shuffle"
"y" = add("a", "k") name="y"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
shuffle(move) y(point): a -> y; 16384 bytes less: elementwise and moves
--- full
conv1(anchor): x -> a: others read the value as it is
shuffle(move) y(point): a -> y; 16384 bytes less: elementwise
--- refused
store map: conv1, shuffle: others read the value as it is
epilogue: conv1, y: what lies between them needs the one and is needed by the other
