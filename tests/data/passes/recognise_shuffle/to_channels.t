# Pixels of 2 x 2 blocks become channels.
test pass recognise_shuffle
--- in
"x" = input : f32[1,6,10]
"a" = reshape("x") {dims=[3,2,5,2]} name="split"
"b" = permute("a") {perm=[1,3,0,2]} name="swap"
"y" = reshape("b") {dims=[4,3,5]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (reorg)
--- out
"x" = input : f32[1,6,10]
"y" = reorg("x") {stride=2} name="join" : f32[4,3,5]
output("y")
