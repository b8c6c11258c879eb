# Not moved: below 0 it is no number, and the maximum of a NaN and a number is not what the number's would be.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = log("x") name="act1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: activation_through_pool: act1 + pool1: the log stays before the pool: for some numbers it gives none
--- out
same
