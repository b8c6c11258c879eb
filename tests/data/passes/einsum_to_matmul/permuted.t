# Heads behind rows: the factors and the result are permuted.
test pass einsum_to_matmul for=x86-64-v3
--- in
"a" = input : f32[2,5,8,4]
"b" = input : f32[2,6,8,4]
"y" = einsum("a", "b") {equation="bqhd,bkhd->bhqk"} name="scores"
"z" = einsum("y", "b") {equation="bhqk,bkhd->bqhd"} name="heads"
output("z")
--- remarks
fired: einsum_to_matmul: scores -> scores (matmul)
fired: einsum_to_matmul: heads -> heads (transpose)
--- out
"a" = input : f32[2,5,8,4]
"b" = input : f32[2,6,8,4]
%0 = transpose("a") {perm=[0,2,1,3]} name="scores" : f32[2,8,5,4]
%1 = transpose("b") {perm=[0,2,1,3]} name="scores" : f32[2,8,6,4]
"y" = matmul(%0, %1) {transB=true} name="scores" : f32[2,8,5,6]
%2 = transpose("b") {perm=[0,2,1,3]} name="heads" : f32[2,8,6,4]
%3 = matmul("y", %2) name="heads" : f32[2,8,5,4]
"z" = transpose(%3) {perm=[0,2,1,3]} name="heads" : f32[2,5,8,4]
output("z")
