# A part that is an input of the network has its place already.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"y" = concat("a", "x") name="concat1"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
concat1(move): a x -> y: it is a result
--- full
conv1(anchor): x -> a: a part is an input of the network or a constant
concat1(move): a x -> y: a part is an input of the network or a constant
--- refused
in slices: conv1, concat1: a part is an input of the network or a constant
