# Factors that are not negative move to before a relu.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w2", @"b2") name="conv1"
"r" = relu("a") name="relu1"
"y" = batch_normalization("r", @"s") {epsilon=1} name="sc1"
output("y" as "out")
@"w2" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[2] [10,0]
--- remarks
fired: lift_affine: conv1 + relu1 + sc1 -> relu1 (relu)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w2", @"b2") name="conv1" : f32[2,"x".1,"x".2]
"y" = relu(%0) name="relu1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w2" = f32[2,1,1,1] [30,0]
@"b2" = f32[2] [10,0]
