# 13 channels give 3 behind the shuffle, and the last one is dropped: a factor for each of the 3 says nothing about it.
test optimize
--- in
"x" = input : f32[13,1,1]
"a" = sum("x", "x") name="n1"
"s" = ncnn.pixel_shuffle("a") {upscale_factor=2} name="n2"
"b" = ncnn.bias("s", @"k") name="n3"
output("b" as "out0")
@"k" = f32[3] [1,2,3]
--- remarks
fired: weighted_sum: n1 -> n1 (mul)
--- out
"x" = input : f32[13,1,1]
"a" = mul("x", @%0) name="n1" : f32[13,1,1]
"s" = ncnn.pixel_shuffle("a") {upscale_factor=2} name="n2" : f32[3,2,2]
"b" = add("s", @"k") name="n3" : f32[3,2,2]
output("b" as "out0")
@%0 = f32[] [2]
@"k" = f32[3,1,1] [1,2,3]
