# The same with factors, which could go up into the weights of a convolution.
test optimize
--- in
"x" = input : f32[1,1,1]
"a" = conv("x", @"w", _) name="n1"
"s" = ncnn.pixel_shuffle("a") {upscale_factor=2} name="n2"
"b" = batch_normalization("s", @"k") {epsilon=1} name="n3"
output("b" as "out0")
@"w" = f32[9,1,1,1] [1,2,3,4,5,6,7,8,9]
@"k" = f32[2] [3,4]
--- remarks
--- out
same
