# Not merged: rows first, then all of them together.
test pass merge_conv_chain
--- in
"x" = input : f32[3,2]
"a" = linear("x", @"w1") name="fc1"
%950 = ncnn.as_rows("a") {ic=6}
"y" = linear(%950, @"w2") name="fc2"
output("y")
@"w1" = f32[2,2] [1,2,3,4]
@"w2" = f32[1,6] seed 1
--- remarks
--- out
same
