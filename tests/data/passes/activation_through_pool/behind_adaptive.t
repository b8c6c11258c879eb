# Fewer elements.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y" = adaptive_max_pool("a") {out=[2,3]} name="pool1"
output("y")
--- remarks
fired: activation_through_pool: act1 + pool1 -> act1 (tanh), behind the pool there are fewer elements
--- out
"x" = input : f32[2,6,6]
%0 = adaptive_max_pool("x") {out=[2,3]} name="pool1" : f32[2,2,3]
"y" = tanh(%0) name="act1" : f32[2,2,3]
output("y")
