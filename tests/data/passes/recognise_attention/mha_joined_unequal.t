# Only the pieces in the middle become one: the parts are of unequal width.
test pass recognise_attention
--- in
"x" = input : f32[n,2]
%950 = ncnn.as_rows("x") {ic=2}
"qkv" = linear(%950, @"w", _) name="qkv"
"q", "k", "v" = split("qkv") {axis=1, sizes=[2,2,1]} name="take_apart"
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=1} name="weights"
"y" = matmul("a", "v") name="values"
%951 = ncnn.as_rows("y") {ic=1}
"o" = linear(%951, @"wo", @"bo") name="out"
output("o")
@"w" = f32[5,2] [1,2, 3,4, 5,6, 7,8, 9,10]
@"wo" = f32[2,1] [1,2]
@"bo" = f32[2] [1,2]
--- remarks
fired: recognise_attention: scores + weights + values -> values (reshape)
--- out
"x" = input : f32[n,2]
"qkv" = linear("x", @"w", _) name="qkv" : f32[n,5]
"q", "k", "v" = split("qkv") {axis=1, sizes=[2,2,1]} name="take_apart" : f32[n,2], f32[n,2], f32[n,1]
%0 = unsqueeze("q") {axes=[0]} name="values" : f32[1,n,2]
%1 = unsqueeze("k") {axes=[0]} name="values" : f32[1,n,2]
%2 = unsqueeze("v") {axes=[0]} name="values" : f32[1,n,1]
%3 = attention(%0, %1, %2) {scale=1} name="scores" : f32[1,n,1]
"y" = reshape(%3) {shape=["x.1",1]} name="values" : f32[n,1]
"o" = linear("y", @"wo", @"bo") name="out" : f32[n,2]
output("o")
@"w" = f32[5,2] [1,2,3,4,5,6,7,8,9,10]
@"wo" = f32[2,1] [1,2]
@"bo" = f32[2] [1,2]
