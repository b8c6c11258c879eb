# Not moved: a swish goes down first.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = swish("x") name="act1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y")
--- remarks
--- out
same
