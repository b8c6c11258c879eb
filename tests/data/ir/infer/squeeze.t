# Case 9: an axis that might be 1 makes the rank unknown; one that is not 1 stays.
test infer
--- in
"x" = input : f32[3,1,w]
"a" = ncnn.squeeze("x") {axes=[1]}
"b" = ncnn.squeeze("x") {axes=[0]}
"c" = ncnn.squeeze("x") {axes=[2]}
output("a", "b", "c")
--- out
"x" = input : f32[3,1,w]
"a" = squeeze("x") {axes=[1]} : f32[3,w]
"b" = identity("x") : f32[3,1,w]
"c" = ncnn.squeeze("x") {axes=[2]} : f32[?]
output("a", "b", "c")
