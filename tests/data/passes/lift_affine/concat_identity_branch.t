# A branch whose channels have the factor 1 and no shift may be anything.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"b" = conv("x", @"w2", @"b2") name="conv2"
"c" = concat("x", "b") name="cat1"
"y" = batch_normalization("c", @"s", @"t") {epsilon=1} name="sc1"
output("y" as "out")
@"w1" = f32[1,1,1,1] [2]
@"w2" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[3] [1,100,-1000]
@"t" = f32[3] [0,2,3]
--- remarks
fired: lift_affine: conv2 + cat1 + sc1 -> cat1 (concat)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w2", @"b2") name="conv2" : f32[2,"x".1,"x".2]
"y" = concat("x", %0) name="cat1" : f32[3,"x".1,"x".2]
output("y" as "out")
@"w2" = f32[2,1,1,1] [300,-4000]
@"b2" = f32[2] [102,-997]
