# Scores of attention: the second factor is transposed by the product itself.
test pass einsum_to_matmul
--- in
"a" = input : f32[2,8,5,4]
"b" = input : f32[2,8,6,4]
"y" = einsum("a", "b") {equation="b h i d, b h j d -> b h i j"} name="scores"
output("y")
--- remarks
fired: einsum_to_matmul: scores -> scores (matmul)
--- out
"a" = input : f32[2,8,5,4]
"b" = input : f32[2,8,6,4]
"y" = matmul("a", "b") {transB=true} name="scores" : f32[2,8,5,6]
output("y")
