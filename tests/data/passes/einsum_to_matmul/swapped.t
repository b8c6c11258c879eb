# The second factor has the rows of the result: it comes first.
test pass einsum_to_matmul
--- in
"a" = input : f64[3,4]
"b" = input : f64[5,4]
"y" = einsum("a", "b") {equation="nk,mk->mn"} name="e"
output("y")
--- remarks
fired: einsum_to_matmul: e -> e (matmul)
--- out
"a" = input : f64[3,4]
"b" = input : f64[5,4]
"y" = matmul("b", "a") {transB=true} name="e" : f64[5,3]
output("y")
