# The weights would stay normal numbers, the bias would not.
test pass fold_affine
--- in
"x" = input : f32[2]
"c" = linear("x", @"w", @"b") name="fc1"
"y" = mul("c", @"s") name="mul1"
output("y")
@"w" = f32[1,2] [1e10,2e10]
@"b" = f32[1] [1e-20]
@"s" = f32[] [1e-25]
--- remarks
missed: fold_affine: fc1 + mul1: not folded: bias 1e-45 of channel 0 underflows f32
--- out
same
