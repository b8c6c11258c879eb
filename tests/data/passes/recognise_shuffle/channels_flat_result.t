# The result has other axes than a shuffle gives: a reshape follows. Two layers for four.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[3,2,-1]} name="split"
"b" = transpose("a") {perm=[1,0,2]} name="swap"
"c" = reshape("b") {shape=[6,4,5]} name="join"
"y" = reshape("c") {shape=[6,20]} name="flat"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (channel_shuffle)
--- out
"x" = input : f32[6,4,5]
"c" = channel_shuffle("x") {groups=3, axis=0} name="join" : f32[6,4,5]
"y" = reshape("c") {shape=[6,20]} name="flat" : f32[6,20]
output("y")
