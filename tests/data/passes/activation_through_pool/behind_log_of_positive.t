# What goes into the logarithm is never below 0: then it is a number wherever it is taken.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"s" = sigmoid("x") name="sig1"
"a" = log("s") name="act1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y")
--- remarks
fired: activation_through_pool: act1 + pool1 -> act1 (log), behind the pool there are fewer elements
fired: activation_through_pool: sig1 + pool1 -> sig1 (sigmoid), behind the pool there are fewer elements
--- out
"x" = input : f32[2,6,6]
%0 = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool1" : f32[2,3,3]
%1 = sigmoid(%0) name="sig1" : f32[2,3,3]
"y" = log(%1) name="act1" : f32[2,3,3]
output("y")
