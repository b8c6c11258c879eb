# Two maps along different axes are none along one.
test pass merge_affine
--- in
"x" = input : f32[2,2]
"a" = mul("x", @"k") name="mul1"
"y" = batch_normalization("a", @"k") {epsilon=1} name="scale1"
output("y")
@"k" = f32[2] [10,100]
--- remarks
missed: merge_affine: mul1 + scale1: not merged: the maps run along different axes
--- out
same
