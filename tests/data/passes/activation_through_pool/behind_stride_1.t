# Not moved: as many elements.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y" = max_pool("a") {kernel=[2,2]} name="pool1"
output("y")
--- remarks
--- out
same
