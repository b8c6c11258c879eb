# Not moved: a shift.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w2", @"b2") name="conv1"
"r" = relu("a") name="relu1"
"y" = batch_normalization("r", @"s", @"b2") {epsilon=1} name="sc1"
output("y" as "out")
@"w2" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[2] [10,1]
--- remarks
missed: lift_affine: relu1 + sc1: not moved up to the weights: a shift does not move across it
--- out
same
