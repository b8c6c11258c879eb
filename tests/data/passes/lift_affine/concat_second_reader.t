# Not moved: a branch is read elsewhere, too.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2", @"b2") name="conv2"
"c" = concat("a", "b") name="cat1"
"y" = batch_normalization("c", @"s", @"t") {epsilon=1} name="sc1"
output("y" as "out", "b")
@"w1" = f32[1,1,1,1] [2]
@"w2" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[3] [10,100,-1000]
@"t" = f32[3] [1,2,3]
--- remarks
missed: lift_affine: conv2 + sc1: not moved up to the weights: its output has another reader
--- out
same
