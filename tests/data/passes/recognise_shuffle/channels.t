# ShuffleNet: channels [2][3] become [3][2]. Height and width need not be known.
test pass recognise_shuffle
--- in
"x" = input : f32[6,h,w]
"a" = ncnn.reshape("x") {dims=[2,3,0,0]} name="split"
"b" = transpose("a") {perm=[1,0,2,3]} name="swap"
"y" = ncnn.reshape("b") {dims=[6,0,0]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (channel_shuffle)
--- out
"x" = input : f32[6,h,w]
"y" = channel_shuffle("x") {groups=2, axis=0} name="join" : f32[6,h,w]
output("y")
