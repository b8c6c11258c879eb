# Three channels in two steps, as four axes allow: rows first, then columns.
test pass recognise_shuffle
--- in
"x" = input : f32[12,5,7]
"a" = reshape("x") {shape=[6,2,5,7]} name="a"
"b" = transpose("a") {perm=[0,2,3,1]} name="b"
"c" = reshape("b") {shape=[3,2,5,14]} name="c"
"d" = transpose("c") {perm=[0,2,1,3]} name="d"
"y" = reshape("d") {shape=[3,10,14]} name="e"
output("y")
--- remarks
fired: recognise_shuffle: a + b + c + d + e -> e (depth_to_space)
--- out
"x" = input : f32[12,5,7]
"y" = depth_to_space("x") {blocksize=2, mode=CRD} name="e" : f32[3,10,14]
output("y")
