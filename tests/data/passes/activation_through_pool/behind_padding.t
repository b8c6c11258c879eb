# Not moved: a window lies in the padding alone.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2], pad_end=[2,2]} name="pool1"
output("y")
--- remarks
missed: activation_through_pool: act1 + pool1: the tanh stays before the pool: a window may lie in the padding alone
--- out
same
