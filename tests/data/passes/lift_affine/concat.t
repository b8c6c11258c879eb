# A batch norm behind a concat: each branch takes its channels.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w1") name="conv1"
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
fired: lift_affine: conv1 + conv2 + cat1 + sc1 -> cat1 (concat)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w1", @%0) name="conv1" : f32[1,"x".1,"x".2]
%1 = conv("x", @"w2", @"b2") name="conv2" : f32[2,"x".1,"x".2]
"y" = concat(%0, %1) name="cat1" : f32[3,"x".1,"x".2]
output("y" as "out")
@"w1" = f32[1,1,1,1] [20]
@%0 = f32[1] [1]
@"w2" = f32[2,1,1,1] [300,-4000]
@"b2" = f32[2] [102,-997]
