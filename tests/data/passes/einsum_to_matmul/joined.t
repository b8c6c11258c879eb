# Letters of one kind that are several axes, or none, are one axis for the product.
test pass einsum_to_matmul for=x86-64-v3
--- in
"a" = input : f32[2,3,4,5]
"b" = input : f32[6,4,5]
"y" = einsum("a", "b") {equation="abcd,ecd->aeb"} name="two"
"c" = input : f32[2,3]
"z" = einsum("y", "c") {equation="aeb,ab->ae"} name="none"
"v" = einsum("b", "b") {equation="ecd,ecd->e"} name="dot"
output("y", "z", "v")
--- remarks
fired: einsum_to_matmul: two -> two (transpose)
fired: einsum_to_matmul: none -> reshape #27 (reshape)
fired: einsum_to_matmul: dot -> reshape #35 (reshape)
--- out
"a" = input : f32[2,3,4,5]
"b" = input : f32[6,4,5]
%0 = reshape("a") {shape=[6,20]} : f32[6,20]
%1 = reshape("b") {shape=[6,20]} : f32[6,20]
%2 = matmul(%0, %1) {transB=true} name="two" : f32[6,6]
%3 = reshape(%2) {shape=[2,3,6]} : f32[2,3,6]
"y" = transpose(%3) {perm=[0,2,1]} name="two" : f32[2,6,3]
"c" = input : f32[2,3]
%4 = reshape("c") {shape=[2,1,3]} : f32[2,1,3]
%5 = matmul("y", %4) {transB=true} name="none" : f32[2,6,1]
"z" = reshape(%5) {shape=[2,6]} : f32[2,6]
%6 = reshape("b") {shape=[6,1,20]} : f32[6,1,20]
%7 = reshape("b") {shape=[6,1,20]} : f32[6,1,20]
%8 = matmul(%6, %7) {transB=true} name="dot" : f32[6,1,1]
"v" = reshape(%8) {shape=[-1]} : f32[6]
output("y", "z", "v")
