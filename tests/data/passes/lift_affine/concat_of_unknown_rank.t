# Of vectors every axis is the first: the factors may run along that of the parts.
test pass lift_affine
--- in
"x" = input : f32[?]
"m" = mul("x", @"k") name="mul1"
"c" = ncnn.concat("m", "m", "m") {axis=3} name="concat1"
"y" = batch_normalization("c", @"s") {epsilon=1} name="scale1"
output("y")
@"k" = f32[] [2]
@"s" = f32[3] [1,2,3]
--- remarks
--- out
same
