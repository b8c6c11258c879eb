# Not merged: a factorized product.
test pass merge_conv_chain
--- in
"x" = input : f32[8]
"a" = linear("x", @"w1") {flatten=all} name="fc1"
"y" = linear("a", @"w2") {flatten=all} name="fc2"
output("y")
@"w1" = f32[2,8] seed 1
@"w2" = f32[8,2] seed 1
--- remarks
missed: merge_conv_chain: fc1 + fc2: not merged: one linear would take 64 multiplications where both take 32
--- out
same
