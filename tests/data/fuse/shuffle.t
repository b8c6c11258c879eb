# Channels change places between two convolutions.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"r" = relu("a") name="r"
"i" = reshape("r") {shape=[2,4,16,16]} name="reshape1"
"j" = transpose("i") {perm=[1,0,2,3]} name="transpose"
"k" = reshape("j") {shape=[8,16,16]} name="reshape2"
"y" = conv("k", @"dwconv.w") {pad_begin=[1,1], pad_end=[1,1], group=8} name="dwconv"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
@"dwconv.w" = f32[8,1,3,3] seed 2
--- tvm
conv1(anchor) r(point): x -> r; 16384 bytes less: elementwise on the output of a conv
reshape1(move) transpose(move) reshape2(move): r -> k; 32768 bytes less: elementwise and moves
dwconv(anchor): k -> y: it is a result
--- full
conv1(anchor) r(point): x -> r; 16384 bytes less: epilogue
reshape1(move) transpose(move) reshape2(move): r -> k; 32768 bytes less: moves
dwconv(anchor): k -> y: it is complex, and needs many elements of the value at once
--- refused
moves: r, reshape1: no kernel stores like that
no rule: reshape2, dwconv: it is complex, and needs many elements of the value at once
