# A value cannot have its place in two concats, nor twice in one.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = conv("x", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"d" = conv("x", @"conv3.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"y" = concat("a", "b") name="concat1"
"z" = concat("b", "d") name="concat2"
"w" = concat("d", "d") name="concat3"
output("y", "z", "w")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
@"conv3.w" = f32[8,8,3,3] seed 3
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
conv2(anchor): x -> b: its readers meet nowhere
conv3(anchor): x -> d: its readers meet nowhere
concat1(move): a b -> y: it is a result
concat2(move): b d -> z: it is a result
concat3(move): d -> w: it is a result
--- full
conv1(anchor): x -> a: there is nothing beside it
conv2(anchor): x -> b: a part has its place in another concat
conv3(anchor): x -> d: a part has its place in another concat
concat1(move): a b -> y; 32768 bytes less; in slices: parts lie where they belong: nothing is left to do
concat2(move): b d -> z: a part has its place in another concat
concat3(move): d -> w: a value is in it twice
--- refused
in slices: conv2, concat2: a part has its place in another concat
in slices: conv3, concat2: a part has its place in another concat
in slices: conv3, concat3: a value is in it twice
