# Each channel of the image is four of the convolution.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"p" = depth_to_space("a") {blocksize=2, mode=CRD} name="ps1"
"y" = batch_normalization("p", @"s", @"t") {epsilon=1} name="sc1"
output("y" as "out")
@"w" = f32[8,1,1,1] [1,2,3,4,5,6,7,8]
@"s" = f32[2] [10,100]
@"t" = f32[2] [1,2]
--- remarks
fired: lift_affine: conv1 + ps1 + sc1 -> ps1 (depth_to_space)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w", @%0) name="conv1" : f32[8,"x".1,"x".2]
"y" = depth_to_space(%0) {blocksize=2, mode=CRD} name="ps1" : f32[2,2*"x".1,2*"x".2]
output("y" as "out")
@"w" = f32[8,1,1,1] [10,20,30,40,500,600,700,800]
@%0 = f32[8] [1,1,1,1,2,2,2,2]
