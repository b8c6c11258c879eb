# A relu in between.
test pass merge_affine
--- in
"x" = input : f32[2]
"a" = scale("x", @"k") name="scale1"
"r" = relu("a") name="relu1"
"y" = scale("r", @"k") name="scale2"
output("y")
@"k" = f32[2] [10,100]
--- remarks
--- out
same
