# Sizes add up.
test infer
--- in
"x" = input : f32[n,t]
"y" = input : f32[n,u]
"a" = concat("x", "y", "x") {axis=1}
"b" = reshape("a") {shape=[-1]}
output("b")
--- out
"x" = input : f32[n,t]
"y" = input : f32[n,u]
"a" = concat("x", "y", "x") {axis=1} : f32[n,2*t+u]
"b" = reshape("a") {shape=[-1]} : f32[2*n*t+n*u]
output("b")
