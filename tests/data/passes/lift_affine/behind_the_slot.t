# A relu in the slot lets factors through that are not negative.
test pass lift_affine
--- in
"x" = input : f32[1,8,8]
"a" = conv("x", @"w", @"t") {act=relu} name="conv1"
"p" = max_pool("a") {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1"
"y" = batch_normalization("p", @"s") {epsilon=1} name="sc1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"s" = f32[2] [1,4]
@"t" = f32[2] [1,2]
--- remarks
fired: lift_affine: conv1 + pool1 + sc1 -> pool1 (max_pool)
--- out
"x" = input : f32[1,8,8]
%0 = conv("x", @"w", @"t") {act=relu} name="conv1" : f32[2,8,8]
"y" = max_pool(%0) {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1" : f32[2,4,4]
output("y" as "out")
@"w" = f32[2,1,1,1] [3,16]
@"t" = f32[2] [1,8]
