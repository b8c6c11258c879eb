# Across a relu two maps become one.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"r" = relu("y") name="relu1"
%900 = ncnn.align("r", @"t")
%901 = ncnn.align(@"t", "r")
"z" = add(%900, %901) name="add1"
output("z")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,10]
--- remarks
fired: sink_affine: sc1 + relu1 + add1 -> add1 (batch_normalization)
--- out
"x" = input : f32[2,_,_]
%0 = relu("x") name="relu1" : f32[2,"x".1,"x".2]
"z" = batch_normalization(%0, @%0, @%1) {epsilon=1} name="add1" : f32[2,"x".1,"x".2]
output("z")
@%0 = f32[2] [2,3]
@%1 = f32[2] [1,10]
