# The product of both factors is no float.
test pass merge_affine
--- in
"x" = input : f32[2]
"a" = batch_normalization("x", @"k") {epsilon=1} name="scale1"
"y" = batch_normalization("a", @"k") {epsilon=1} name="scale2"
output("y")
@"k" = f32[2] [1e20,1]
--- norun
1e40 is infinite on both sides.
--- remarks
missed: merge_affine: scale1 + scale2: not merged: a factor or shift of both together is out of the range of f32
--- out
same
