# Not merged: a factorized product.
test pass merge_conv_chain
--- in
"x" = input : f32[8]
%950 = ncnn.as_rows("x") {ic=8}
"a" = linear(%950, @"w1") name="fc1"
%951 = ncnn.as_rows("a") {ic=2}
"y" = linear(%951, @"w2") name="fc2"
output("y")
@"w1" = f32[2,8] seed 1
@"w2" = f32[8,2] seed 1
--- remarks
missed: merge_conv_chain: fc1 + fc2: not merged: one linear would take 64 multiplications where both take 32
--- out
same
