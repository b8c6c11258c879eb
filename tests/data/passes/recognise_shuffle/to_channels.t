# Pixels of 2 x 2 blocks become channels.
test pass recognise_shuffle
--- in
"x" = input : f32[1,6,10]
"a" = reshape("x") {shape=[3,2,5,2]} name="split"
"b" = transpose("a") {perm=[1,3,0,2]} name="swap"
"y" = reshape("b") {shape=[4,3,5]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (space_to_depth)
--- out
"x" = input : f32[1,6,10]
"y" = space_to_depth("x") {blocksize=2, mode=CRD} name="join" : f32[4,3,5]
output("y")
