# A query that sees no key gives 0, as PyTorch's exporter makes it.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[b,1,5,6]
"w" = where("m", @"zero", @"low") name="summands"
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = add("s", "w") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"n" = is_nan("a") name="wrong"
"c" = where("n", @"zero", "a") name="clean"
"y" = matmul("c", "v") name="values"
output("y")
@"low" = f32[] [-inf]
@"zero" = f32[] [0]
--- remarks
fired: recognise_attention: scores + masked + weights + wrong + clean + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[b,1,5,6]
"w" = where("m", @"zero", @"low") name="summands" : f32[b,1,5,6]
"y" = attention("q", "k", "v", "w") {scale=1, nan_is_zero=true} name="values" : f32[b,2,5,3]
output("y")
@"zero" = f32[] [0]
@"low" = f32[] [-inf]
