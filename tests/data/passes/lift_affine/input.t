# Not moved: an input of the network is what it is.
test pass lift_affine
--- in
"x" = input : f32[2,_,_]
"r" = relu("x") name="relu1"
"y" = batch_normalization("r", @"s") {epsilon=1} name="sc1"
output("y" as "out")
@"s" = f32[2] [1,4]
--- remarks
missed: lift_affine: input #1 + sc1: not moved up to the weights: it is an input of the network
--- out
same
