# A value that is read twice is wanted with the same factors by both: v + relu(v).
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"r" = relu("a") name="relu1"
%900 = ncnn.align("a", "r")
%901 = ncnn.align("r", "a")
"c" = add(%900, %901) name="add1"
"y" = batch_normalization("c", @"s") {epsilon=1} name="sc1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"s" = f32[2] [10,2]
--- remarks
fired: lift_affine: conv1 + relu1 + add1 + sc1 -> add1 (add)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w") name="conv1" : f32[2,"x".1,"x".2]
%1 = relu(%0) name="relu1" : f32[2,"x".1,"x".2]
"y" = add(%0, %1) name="add1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [30,8]
