# Not moved: tanh makes large numbers equal, and then another element may be the first of the largest.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y", "i" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y", "i")
--- remarks
missed: activation_through_pool: act1 + pool1: the tanh stays before the pool: where it finds its maxima is read
--- out
same
