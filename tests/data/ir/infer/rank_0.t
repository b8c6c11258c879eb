# Case 8: a reduction over everything gives one element in a vector.
test infer
--- in
"x" = input : f32[3,h,w]
"s" = input : f32[]
"a" = ncnn.reduction("x")
"b" = add("a", "s")
"c" = reshape("s") {shape=[1]}
output("a", "b", "c")
--- out
"x" = input : f32[3,h,w]
"s" = input : f32[]
%0 = reduce("x") {keepdims=false} : f32[]
"a" = reshape(%0) {shape=[-1]} : f32[1]
"b" = add("a", "s") : f32[1]
"c" = reshape("s") {shape=[1]} : f32[1]
output("a", "b", "c")
