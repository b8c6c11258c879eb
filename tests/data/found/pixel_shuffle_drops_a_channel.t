# 13 channels give 3 behind the shuffle, and the last one is dropped: a factor for each of the 3 says nothing about it.
test optimize
--- in
"x" = input : f32[13,1,1]
"a" = eltwise("x", "x") {op=sum} name="n1"
"s" = pixel_shuffle("a") {upscale_factor=2} name="n2"
"b" = bias("s", @"k") name="n3"
output("b" as "out0")
@"k" = f32[3] [1,2,3]
--- remarks
fired: weighted_sum: n1 -> n1 (mul)
fired: sink_affine: n1 + n2 + n3 -> n3 (scale)
missed: lift_affine: n2 + n3: not moved up to the weights: it is not proved that it drops no channels
--- out
"x" = input : f32[13,1,1]
%0 = pixel_shuffle("x") {upscale_factor=2} name="n2" : f32[3,2,2]
"b" = scale(%0, @%0, @%1) name="n3" : f32[3,2,2]
output("b" as "out0")
@%0 = f32[3] [2,2,2]
@%1 = f32[3] [1,2,3]
