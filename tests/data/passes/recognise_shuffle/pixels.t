# One image: [2,2,h,5] -> [h,2,5,2]. The height need not be known.
test pass recognise_shuffle
--- in
"x" = input : f32[4,h,5]
"a" = ncnn.reshape("x") {dims=[2,2,0,0]} name="split"
"b" = transpose("a") {perm=[2,0,3,1]} name="swap"
"c" = reshape("b") {shape=[1,-1,10]} name="join"
"y" = sigmoid("c") name="s"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (depth_to_space)
--- out
"x" = input : f32[4,h,5]
"c" = depth_to_space("x") {blocksize=2, mode=CRD} name="join" : f32[1,2*h,10]
"y" = sigmoid("c") name="s" : f32[1,2*h,10]
output("y")
