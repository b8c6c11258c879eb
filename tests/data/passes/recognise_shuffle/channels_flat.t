# With three axes only, h and w are one in between; then their numbers must be known.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[3,2,-1]} name="split"
"b" = transpose("a") {perm=[1,0,2]} name="swap"
"y" = reshape("b") {shape=[6,4,5]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (channel_shuffle)
--- out
"x" = input : f32[6,4,5]
"y" = channel_shuffle("x") {groups=3, axis=0} name="join" : f32[6,4,5]
output("y")
