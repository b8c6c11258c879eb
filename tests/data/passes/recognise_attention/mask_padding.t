# A mask of padding: one row for all queries and heads of an image, summands worked out of ones and zeros.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : f32[b,1,1,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"u" = mul("s", @"c") name="scaled"
"n" = sub(@"one", "m") name="hidden"
"w" = mul("n", @"low") name="low"
"t" = add("u", "w") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"c" = f32[] [0.5]
@"one" = f32[] [1]
@"low" = f32[] [-10000]
--- remarks
fired: recognise_attention: scores + scaled + masked + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : f32[b,1,1,6]
"n" = sub(@"one", "m") name="hidden" : f32[b,1,1,6]
"w" = mul("n", @"low") name="low" : f32[b,1,1,6]
"y" = attention("q", "k", "v", "w") {scale=0.5, empty_is_nan=true} name="values" : f32[b,2,5,3]
output("y")
@"one" = f32[] [1]
@"low" = f32[] [-10000]
