# Not made one: aligned from the left, the mask is one number for each head and query, and only its sizes look right.
test pass recognise_attention
--- in
"q" = input : f32[4,4,8]
"k" = input : f32[4,4,8]
"v" = input : f32[4,4,8]
"m" = input : f32[4,4]
"s" = matmul("q","k") {transB=1}
"t" = mul("s", @"c")
%900 = ncnn.align("t", "m")
%901 = ncnn.align("m", "t")
"u" = add(%900, %901)
"w" = softmax("u") {axis=2}
"y" = matmul("w","v")
output("y")
@"c" = f32[] [0.35]
--- remarks
missed: recognise_attention: matmul #9 + matmul #21: not made attention: the mask is not proved to have a number for each key
--- out
same
