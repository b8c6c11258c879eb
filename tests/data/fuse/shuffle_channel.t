# The same as one operator.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"k" = channel_shuffle("a") {groups=2, axis=0} name="shuffle"
"y" = conv("k", @"dwconv.w") {pad_begin=[1,1], pad_end=[1,1], group=8} name="dwconv"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"dwconv.w" = f32[8,1,3,3] seed 2
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is injective
shuffle(move): a -> k: it is injective, and what lies on the way there, or its group, is not simple enough
dwconv(anchor): k -> y: it is a result
--- full
conv1(anchor): x -> a: no kernel stores like that
shuffle(move): a -> k: no kernel stores like that
dwconv(anchor): k -> y: it is complex, and needs many elements of the value at once
--- refused
moves: conv1, shuffle: no kernel stores like that
no rule: shuffle, dwconv: it is complex, and needs many elements of the value at once
