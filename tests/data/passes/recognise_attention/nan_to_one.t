# Not made attention: weights that are NaN become 1.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"n" = is_nan("a") name="wrong"
"c" = where("n", @"one", "a") name="clean"
"y" = matmul("c", "v") name="values"
output("y")
@"one" = f32[] [1]
--- remarks
missed: recognise_attention: scores + values: not made attention: weights that are NaN do not become 0
--- out
same
