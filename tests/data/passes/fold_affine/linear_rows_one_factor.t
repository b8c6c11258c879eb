# Factors along the rows, but all alike: one for all, which goes with any axis.
test pass fold_affine
--- in
"x" = input : f32[3,2]
"c" = linear("x", @"w") name="fc1"
"y" = batch_normalization("c", @"s", @"b", @"m", @"v") {epsilon=0} name="bn1"
output("y")
@"w" = f32[2,2] [0.11,0.27,0.36,0.41]
@"s" = f32[3] [2,2,2]
@"m" = f32[3] [1,1,1]
@"v" = f32[3] [1,1,1]
@"b" = f32[3] [5,5,5]
--- remarks
fired: fold_affine: fc1 + bn1 -> fc1 (linear)
--- out
"x" = input : f32[3,2]
"y" = linear("x", @"w", @%0) name="fc1" : f32[3,2]
output("y")
@"w" = f32[2,2] [0.22,0.54,0.72,0.82]
@%0 = f32[2] [3,3]
