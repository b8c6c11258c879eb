# A region may reach beyond the image, where it has a value of its own: nothing moves across.
test pass lift_affine
--- in
"x" = input : f32[2,4,4]
"y" = conv("x", @"w") name="conv1"
"r" = resize("y") {mode=linear, sizes=["5","5"], axes=[1,2], coordinate_transformation_mode=tf_crop_and_resize, roi=[0,0,2,2], extrapolation_value=1} name="resize1"
"z" = mul("r", @"c") name="mul1"
output("z")
@"w" = f32[2,2,1,1] [1,2,3,4]
@"c" = f32[] [4]
--- remarks
missed: lift_affine: resize1 + mul1: not moved up to the weights: it may put in another value
--- out
same
