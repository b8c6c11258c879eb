# No slot before it: behind the pool there is a quarter of the elements.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y")
--- remarks
fired: activation_through_pool: act1 + pool1 -> act1 (tanh), behind the pool there are fewer elements
--- out
"x" = input : f32[2,6,6]
%0 = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool1" : f32[2,3,3]
"y" = tanh(%0) name="act1" : f32[2,3,3]
output("y")
