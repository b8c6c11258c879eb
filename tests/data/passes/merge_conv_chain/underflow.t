# Not merged: products of the weights would be no normal numbers.
test pass merge_conv_chain for=x86-64-v3
--- in
"x" = input : f32[2]
"a" = linear("x", @"v") name="fc1"
"y" = linear("a", @"w") name="fc2"
output("y")
@"v" = f32[2,2] [1e-20,1.4e-20,2e-20,1e-20]
@"w" = f32[2,2] [1e-25,1.5e-25,2e-25,1e-25]
--- remarks
missed: merge_conv_chain: fc1 + fc2: not merged: a new weight would be 4e-45
--- out
same
