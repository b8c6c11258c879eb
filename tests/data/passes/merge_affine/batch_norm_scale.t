# A batch norm, then a scale, with nothing to fold them into: one scale layer. 2(x - 5)/2 + 0.5, times 10: 10x - 45.
test pass merge_affine
--- in
"c" = input : f32[2,_,_]
"n" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
"y" = batch_normalization("n", @"k") {epsilon=1} name="scale1"
output("y" as "out")
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
@"k" = f32[2] [10,100]
--- remarks
fired: merge_affine: bn1 + scale1 -> bn1 (batch_normalization)
--- out
"c" = input : f32[2,_,_]
"y" = batch_normalization("c", @%0, @%1) {epsilon=1} name="bn1" : f32[2,"c".1,"c".2]
output("y" as "out")
@%0 = f32[2] [10,-100]
@%1 = f32[2] [-45,50]
