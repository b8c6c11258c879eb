# Not moved: one branch has nothing to take it in.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = tanh("x") name="tanh1"
"b" = conv("x", @"w2", @"b2") name="conv2"
"c" = concat("a", "b") name="cat1"
"y" = batch_normalization("c", @"s", @"t") {epsilon=1} name="sc1"
output("y" as "out")
@"w1" = f32[1,1,1,1] [2]
@"w2" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[3] [10,100,-1000]
@"t" = f32[3] [1,2,3]
--- remarks
missed: lift_affine: tanh1 + sc1: not moved up to the weights: maps do not move across it
--- out
same
