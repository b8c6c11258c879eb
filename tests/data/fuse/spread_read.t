# Behind a concat whose part is read by others, too.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = conv("x", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"k" = concat("a", "b") name="concat1"
"y" = relu("k") name="y"
output("y", "a")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
--- tvm
conv1(anchor): x -> a: it is a result
conv2(anchor): x -> b: it is complex, and an edge on the way there is injective
concat1(move) y(point): a b -> y; 32768 bytes less: elementwise and moves
--- full
conv1(anchor): x -> a: there is nothing beside it
conv2(anchor): x -> b: there is nothing beside it
concat1(move): a b -> k; 32768 bytes less; in slices: parts lie where they belong: nothing is left to do
y(point): k -> y: a part is read by others, too
--- refused
spread: concat1, y: a part is read by others, too
