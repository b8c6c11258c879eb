# The result has other axes than a shuffle gives: a reshape follows. Two layers for four.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {dims=[3,2,-1]} name="split"
"b" = permute("a") {perm=[1,0,2]} name="swap"
"c" = reshape("b") {dims=[6,4,5]} name="join"
"y" = reshape("c") {dims=[6,20]} name="flat"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (shuffle_channel)
--- out
"x" = input : f32[6,4,5]
"c" = shuffle_channel("x") {group=3} name="join" : f32[6,4,5]
"y" = reshape("c") {dims=[6,20]} name="flat" : f32[6,20]
output("y")
