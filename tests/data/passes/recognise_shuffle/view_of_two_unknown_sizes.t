# The reshape that follows takes both unknown sizes from the shuffled channels.
test pass recognise_shuffle
--- in
"x" = input : f32[6,h,w]
"a" = ncnn.reshape("x") {dims=[2,3,0,0]} name="apart"
"b" = transpose("a") {perm=[1,0,2,3]} name="turn"
"c" = ncnn.reshape("b") {dims=[6,1,0,0]} name="together"
"y" = relu("c") name="relu"
output("y")
--- remarks
fired: recognise_shuffle: apart + turn + together -> together (reshape)
--- out
"x" = input : f32[6,h,w]
%0 = channel_shuffle("x") {groups=2, axis=0} name="apart" : f32[6,h,w]
"c" = reshape(%0) {shape=[6,1,"x.1","x.2"]} name="together" : f32[6,1,h,w]
"y" = relu("c") name="relu" : f32[6,1,h,w]
output("y")
