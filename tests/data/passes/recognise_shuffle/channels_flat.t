# With three axes only, h and w are one in between; then their numbers must be known.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {dims=[3,2,-1]} name="split"
"b" = permute("a") {perm=[1,0,2]} name="swap"
"y" = reshape("b") {dims=[6,4,5]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (shuffle_channel)
--- out
"x" = input : f32[6,4,5]
"y" = shuffle_channel("x") {group=3} name="join" : f32[6,4,5]
output("y")
