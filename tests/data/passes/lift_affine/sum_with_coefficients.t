# The shift of a weighted summand is divided by its weight.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"b" = conv("x", @"w", @"b2") name="conv2"
"c" = sum("a", "b") {coeffs=[0.5,-2]} name="sum1"
"y" = batch_normalization("c", @"s", @"t") {epsilon=1} name="sc1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[2] [10,-1]
@"t" = f32[2] [5,7]
--- remarks
fired: lift_affine: conv1 + conv2 + sum1 + sc1 -> sum1 (sum)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @%0, @%1) name="conv1" : f32[2,"x".1,"x".2]
%1 = conv("x", @%2, @"b2") name="conv2" : f32[2,"x".1,"x".2]
"y" = sum(%0, %1) {coeffs=[0.5,-2]} name="sum1" : f32[2,"x".1,"x".2]
output("y" as "out")
@%0 = f32[2,1,1,1] [30,-4]
@%1 = f32[2] [10,14]
@%2 = f32[2,1,1,1] [30,-4]
@"b2" = f32[2] [10,-1]
