# What is left over stays with ncnn; a value without channels has one; groups are reversed where their number is known.
test infer
--- in
"x" = input : f32[8,h,w]
"m" = input : f32[4,6]
"i" = input : f32[9,4,6]
"n" = input : f32[2,3,8,4,6]
"a" = ncnn.pixel_shuffle("x") {upscale_factor=2, mode=channel_last}
"b" = ncnn.pixel_shuffle("i") {upscale_factor=2}
"c" = ncnn.reorg("x") {stride=2}
"d" = ncnn.reorg("i") {stride=2}
"e" = ncnn.reorg("i") {stride=3}
"f" = ncnn.shuffle_channel("x") {group=2, reverse=true}
"g" = ncnn.shuffle_channel("m")
"k" = depth_to_space("n") {blocksize=2}
"l" = space_to_depth("n") {blocksize=2, mode=CRD}
"o" = channel_shuffle("n") {groups=4, axis=2}
output("a", "b", "c", "d", "e", "f", "g", "k", "l", "o")
--- out
"x" = input : f32[8,h,w]
"m" = input : f32[4,6]
"i" = input : f32[9,4,6]
"n" = input : f32[2,3,8,4,6]
"a" = depth_to_space("x") {blocksize=2} : f32[2,2*h,2*w]
"b" = ncnn.pixel_shuffle("i") {upscale_factor=2} : f32[2,8,12]
"c" = ncnn.reorg("x") {stride=2} : f32[32,floordiv(h,2),floordiv(w,2)]
"d" = space_to_depth("i") {blocksize=2, mode=CRD} : f32[36,2,3]
"e" = ncnn.reorg("i") {stride=3} : f32[81,1,2]
"f" = channel_shuffle("x") {groups=4, axis=0} : f32[8,h,w]
"g" = identity("m") : f32[4,6]
"k" = depth_to_space("n") {blocksize=2} : f32[2,3,2,8,12]
"l" = space_to_depth("n") {blocksize=2, mode=CRD} : f32[2,3,32,2,3]
"o" = channel_shuffle("n") {groups=4, axis=2} : f32[2,3,8,4,6]
output("a", "b", "c", "d", "e", "f", "g", "k", "l", "o")
