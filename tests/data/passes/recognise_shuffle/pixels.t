# One image: [2,2,h,5] -> [h,2,5,2]. The height need not be known.
test pass recognise_shuffle
--- in
"x" = input : f32[4,h,5]
"a" = reshape("x") {dims=[2,2,0,0]} name="split"
"b" = permute("a") {perm=[2,0,3,1]} name="swap"
"c" = reshape("b") {dims=[1,-1,10]} name="join"
"y" = sigmoid("c") name="s"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (pixel_shuffle)
--- out
"x" = input : f32[4,h,5]
"c" = pixel_shuffle("x") {upscale_factor=2} name="join" : f32[1,2*h,10]
"y" = sigmoid("c") name="s" : f32[1,2*h,10]
output("y")
