# Weights that were no normal numbers before are no reason to refuse, nor are those that become 0.
test pass fold_affine
--- in
"x" = input : f32[2]
"c" = linear("x", @"w", @"b") name="fc1"
"y" = batch_normalization("c", @"s") {epsilon=1} name="bn1"
output("y")
@"w" = f32[3,2] [1e-40,2,0,1e-42,3,4]
@"b" = f32[3] [1e-41,0,1e-30]
@"s" = f32[3] [0.5,0.5,0]
--- remarks
fired: fold_affine: fc1 + bn1 -> fc1 (linear)
--- out
"x" = input : f32[2]
"y" = linear("x", @"w", @"b") name="fc1" : f32[3]
output("y")
@"w" = f32[3,2] [5e-41,1,0,5e-43,0,0]
@"b" = f32[3] [5e-42,0,0]
