# Parts along an inner axis do not follow each other.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"b" = conv("x", @"conv2.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"y" = concat("a", "b") {axis=1} name="concat1"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"conv2.w" = f32[8,8,3,3] seed 2
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
conv2(anchor): x -> b: it is complex, and an edge on the way there is injective
concat1(move): a b -> y: it is a result
--- full
conv1(anchor): x -> a: parts do not follow each other in memory
conv2(anchor): x -> b: parts do not follow each other in memory
concat1(move): a b -> y: parts do not follow each other in memory
--- refused
in slices: conv1, concat1: parts do not follow each other in memory
in slices: conv2, concat1: parts do not follow each other in memory
