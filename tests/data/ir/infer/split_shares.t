# What is left, and even shares of it.
test infer
--- in
"x" = input : f32[7,t]
"a", "b" = split("x") {axis=0, sizes=[3,-1]}
"c", "d" = ncnn.split("x") {axis=0, slices=[-233,-233]}
"e", "f" = ncnn.split("x") {axis=0, slices=[2,2]}
output("a", "b", "c", "d", "e", "f")
--- out
"x" = input : f32[7,t]
"a", "b" = split("x") {sizes=[3,-1]} : f32[3,t], f32[4,t]
"c", "d" = split("x") {sizes=[3,4]} : f32[3,t], f32[4,t]
"e", "f" = ncnn.split("x") {slices=[2,2]} : f32[2,t], f32[2,t]
output("a", "b", "c", "d", "e", "f")
