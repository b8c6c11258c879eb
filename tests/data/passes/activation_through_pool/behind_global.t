# One element of each channel.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y" = global_max_pool("a") {keepdims=false} name="pool1"
output("y")
--- remarks
fired: activation_through_pool: act1 + pool1 -> act1 (tanh), behind the pool there are fewer elements
--- out
"x" = input : f32[2,6,6]
%0 = global_max_pool("x") {keepdims=false} name="pool1" : f32[2]
"y" = tanh(%0) name="act1" : f32[2]
output("y")
