# ncnn takes the letters of a result by their place; those that no factor has are axes of size 1.
test infer
--- in
"x" = input : f32[2,3]
"y" = input : f32[3,4]
"u" = input : f32[?]
"a" = ncnn.einsum("x") {equation="ij->ji"} name="a"
"b" = ncnn.einsum("x", "y") {equation="im,,mj,->lk"} name="b"
"c" = ncnn.einsum("x") {equation="jl->ijk"} name="c"
"d" = ncnn.einsum("u") {equation="ii"} name="d"
output("a", "b", "c", "d")
--- out
"x" = input : f32[2,3]
"y" = input : f32[3,4]
"u" = input : f32[?]
"a" = einsum("x") {equation="ij->ij"} name="a" : f32[2,3]
"b" = einsum("x", "y") {equation="im,mj->ij"} name="b" : f32[2,4]
%0 = einsum("x") {equation="jl->j"} name="c" : f32[2]
"c" = unsqueeze(%0) {axes=[0,2]} name="c" : f32[1,2,1]
%1 = einsum("u") {equation="ii->"} name="d" : f32[]
"d" = unsqueeze(%1) {axes=[0]} name="d" : f32[1]
output("a", "b", "c", "d")
