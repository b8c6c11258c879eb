# Not folded: 1e-20 times 1e-25 is no normal number; as f32 all four weights would be the same.
test pass fold_affine,merge_affine for=x86-64-v3
--- in
"x" = input : f32[4]
"c" = linear("x", @"w") name="fc1"
"y" = mul("c", @"s") name="mul1"
output("y")
@"w" = f32[1,4] [1e-20,1.4e-20,2e-20,1e-20]
@"s" = f32[] [1e-25]
--- remarks
missed: fold_affine: fc1 + mul1: not folded: weight 1e-20 times 1e-25 underflows f32
--- out
same
