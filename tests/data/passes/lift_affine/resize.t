# What a resize reads of pixels sums to 1, whether it is linear or cubic: factors and shifts move up.
test pass lift_affine
--- in
"x" = input : f32[2,_,_]
"y" = conv("x", @"w") name="conv1"
"r" = resize("y") {mode=linear, scales=[2,2], axes=[1,2], coordinate_transformation_mode=align_corners} name="resize1"
"z" = batch_normalization("r", @"s", @"t") {epsilon=1} name="bn1"
"u" = conv("x", @"v") name="conv2"
"q" = resize("u") {mode=cubic, scales=[1.5,2], axes=[1,2]} name="resize2"
"o" = add("q", @"c") name="add1"
output("z", "o")
@"w" = f32[2,2,1,1] [1,2,3,4]
@"v" = f32[2,2,1,1] [2,-1,3,5]
@"s" = f32[2] [2,-3]
@"t" = f32[2] [5,7]
@"c" = f32[] [4]
--- remarks
fired: lift_affine: conv1 + resize1 + bn1 -> resize1 (resize)
missed: lift_affine: conv2 + add1: not rewritten: ncnn does not have the resize that it would give
--- out
"x" = input : f32[2,_,_]
%0 = conv("x", @"w", @%0) name="conv1" : f32[2,"x".1,"x".2]
"z" = resize(%0) {mode=linear, scales=[2,2], axes=[1,2], coordinate_transformation_mode=align_corners} name="resize1" : f32[2,2*"x".1,2*"x".2]
"u" = conv("x", @"v") name="conv2" : f32[2,"x".1,"x".2]
"q" = resize("u") {mode=cubic, scales=[1.5,2], axes=[1,2]} name="resize2" : f32[2,scale("x".1,1.5),2*"x".2]
"o" = add("q", @"c") name="add1" : f32[2,scale("x".1,1.5),2*"x".2]
output("z", "o")
@"w" = f32[2,2,1,1] [2,4,-9,-12]
@%0 = f32[2] [5,7]
@"v" = f32[2,2,1,1] [2,-1,3,5]
@"c" = f32[] [4]
