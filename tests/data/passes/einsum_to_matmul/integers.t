# Of integers alike.
test pass einsum_to_matmul
--- in
"a" = input : i32[2,3]
"b" = input : i32[4,3]
"y" = einsum("a", "b") {equation="ik,jk->ij"} name="e"
output("y")
--- remarks
fired: einsum_to_matmul: e -> e (matmul)
--- out
"a" = input : i32[2,3]
"b" = input : i32[4,3]
"y" = matmul("a", "b") {transB=true} name="e" : i32[2,4]
output("y")
