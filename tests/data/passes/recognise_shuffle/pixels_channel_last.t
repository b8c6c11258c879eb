# The order of the channels is (row, column, channel): mode 1.
test pass recognise_shuffle
--- in
"x" = input : f32[12,5,7]
"a" = reshape("x") {shape=[4,3,5,7]} name="a"
"b" = transpose("a") {perm=[1,0,2,3]} name="b"
"c" = reshape("b") {shape=[6,2,5,7]} name="c"
"d" = transpose("c") {perm=[0,2,3,1]} name="d"
"e" = reshape("d") {shape=[3,2,5,14]} name="e"
"f" = transpose("e") {perm=[0,2,1,3]} name="f"
"y" = reshape("f") {shape=[3,10,14]} name="g"
output("y")
--- remarks
fired: recognise_shuffle: a + b + c + d + e + f + g -> g (depth_to_space)
--- out
"x" = input : f32[12,5,7]
"y" = depth_to_space("x") {blocksize=2} name="g" : f32[3,10,14]
output("y")
