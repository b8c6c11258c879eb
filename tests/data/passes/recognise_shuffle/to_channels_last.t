# Three channels, in two steps, so that the channel is the innermost part: mode 1.
test pass recognise_shuffle
--- in
"x" = input : f32[3,6,10]
"a" = reshape("x") {shape=[3,6,5,2]} name="a"
"b" = transpose("a") {perm=[3,0,1,2]} name="b"
"c" = reshape("b") {shape=[6,3,2,5]} name="c"
"d" = transpose("c") {perm=[2,0,1,3]} name="d"
"y" = reshape("d") {shape=[12,3,5]} name="e"
output("y")
--- remarks
fired: recognise_shuffle: a + b + c + d + e -> e (space_to_depth)
--- out
"x" = input : f32[3,6,10]
"y" = space_to_depth("x") {blocksize=2} name="e" : f32[12,3,5]
output("y")
