# ShuffleNet: channels [2][3] become [3][2]. Height and width need not be known.
test pass recognise_shuffle
--- in
"x" = input : f32[6,h,w]
"a" = reshape("x") {dims=[2,3,0,0]} name="split"
"b" = permute("a") {perm=[1,0,2,3]} name="swap"
"y" = reshape("b") {dims=[6,0,0]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (shuffle_channel)
--- out
"x" = input : f32[6,h,w]
"y" = shuffle_channel("x") {group=2} name="join" : f32[6,h,w]
output("y")
