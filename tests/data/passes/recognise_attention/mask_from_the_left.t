# Not made one: aligned from the left, the mask is one number for each head and query, and only its sizes look right.
test pass recognise_attention
--- in
"q" = input : f32[4,4,8]
"k" = input : f32[4,4,8]
"v" = input : f32[4,4,8]
"m" = input : f32[4,4]
"s" = matmul("q","k") {transB=1}
"t" = mul("s", @"c")
"u" = add("t","m") {align=left}
"w" = softmax("u") {axis=2}
"y" = matmul("w","v")
output("y")
@"c" = f32[] [0.35]
--- remarks
missed: recognise_attention: matmul #9 + matmul #17: not made attention: the mask does not meet the last axes of the scores
--- out
same
