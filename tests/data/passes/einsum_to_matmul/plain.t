# No axis changes its place.
test pass einsum_to_matmul
--- in
"a" = input : f32[b,i,k]
"b" = input : f32[k,j]
"y" = einsum("a", "b") {equation="bik,kj->bij"} name="e"
output("y")
--- remarks
fired: einsum_to_matmul: e -> e (matmul)
--- out
"a" = input : f32[b,i,k]
"b" = input : f32[k,j]
"y" = matmul("a", "b") name="e" : f32[b,i,j]
output("y")
