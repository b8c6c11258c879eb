# Pooled axes stay where they are, whatever is in front of them.
test infer
--- in
"x" = input : f32[n,c,h,w]
"u" = input : f32[?]
"a" = global_average_pool("x")
"b" = global_max_pool("x") {nd=1, keepdims=false}
"c" = global_max_pool("u")
output("a", "b", "c")
--- out
"x" = input : f32[n,c,h,w]
"u" = input : f32[?]
"a" = global_average_pool("x") : f32[n,c,1,1]
"b" = global_max_pool("x") {nd=1, keepdims=false} : f32[n,c,h]
"c" = global_max_pool("u") : f32[?]
output("a", "b", "c")
