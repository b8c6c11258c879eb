# ncnn's 31= of both.
test pass merge_affine
--- in
"x" = input : f32[2]
"a" = batch_normalization("x", @"k") {epsilon=1} name="scale1" features=1
"y" = batch_normalization("a", @"k") {epsilon=1} name="scale2" features=4
output("y")
@"k" = f32[2] [10,100]
--- remarks
fired: merge_affine: scale1 + scale2 -> scale1 (batch_normalization)
--- out
"x" = input : f32[2]
"y" = batch_normalization("x", @%0) {epsilon=1} name="scale1" features=5 : f32[2]
output("y")
@%0 = f32[2] [100,10000]
