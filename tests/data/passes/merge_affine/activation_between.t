# A relu in between.
test pass merge_affine
--- in
"x" = input : f32[2]
"a" = batch_normalization("x", @"k") {epsilon=1} name="scale1"
"r" = relu("a") name="relu1"
"y" = batch_normalization("r", @"k") {epsilon=1} name="scale2"
output("y")
@"k" = f32[2] [10,100]
--- remarks
--- out
same
