# The reshape that follows takes both unknown sizes from the shuffled channels.
test pass recognise_shuffle
--- in
"x" = input : f32[6,h,w]
"a" = reshape("x") {dims=[2,3,0,0]} name="apart"
"b" = permute("a") {code=-1, perm=[1,0,2,3]} name="turn"
"c" = reshape("b") {dims=[6,1,0,0]} name="together"
"y" = relu("c") name="relu"
output("y")
--- remarks
fired: recognise_shuffle: apart + turn + together -> together (reshape)
--- out
"x" = input : f32[6,h,w]
%0 = shuffle_channel("x") {group=2} name="apart" : f32[6,h,w]
"c" = reshape(%0) {dims=[6,1,0,0]} name="together" : f32[6,1,h,w]
"y" = relu("c") name="relu" : f32[6,1,h,w]
output("y")
