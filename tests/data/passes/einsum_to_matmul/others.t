# What is no product of matrices stays: an outer product, a diagonal, a sum over one factor alone, three factors; so do sizes that would have to be joined and are not known.
test pass einsum_to_matmul for=x86-64-v3
--- in
"a" = input : f32[4,4]
"b" = input : f32[4,4]
"u" = input : f32[u,3]
"y1" = einsum("a", "b") {equation="ij,kl->ijkl"} name="outer"
"y2" = einsum("a", "b") {equation="ii,ij->ij"} name="diagonal"
"y3" = einsum("a", "b") {equation="ij,jk->i"} name="sum"
"y4" = einsum("a", "b", "a") {equation="ij,jk,kl->il"} name="three"
"y5" = einsum("u", "u") {equation="ij,ij->"} name="unknown"
output("y1", "y2", "y3", "y4", "y5")
--- remarks
--- out
same
