# Not moved: there may be more elements behind.
test pass activation_through_pool
--- in
"x" = input : f32[2,_,_]
"a" = tanh("x") name="act1"
"y" = adaptive_max_pool("a") {out=[2,7]} name="pool1"
output("y")
--- remarks
--- out
same
