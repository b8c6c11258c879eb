# The number of channels is a symbol, the same on both sides.
test pass drop_implied_views
--- in
"x" = input {rank=3} : f32[_,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"r" = reshape("g") {shape=[-1,1,1]} name="reshape1"
%900 = ncnn.align("r", "x")
%901 = ncnn.align("x", "r")
"y" = mul(%900, %901) name="mul1"
output("y")
--- remarks
fired: drop_implied_views: reshape1 + mul1 -> mul1 (mul)
--- out
"x" = input {rank=3} : f32[_,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1" : f32["x".0]
%0 = reshape("g") {shape=[-1,1,1]} name="mul1" : f32["x".0,1,1]
"y" = mul(%0, "x") name="mul1" : f32["x".0,"x".1,"x".2]
output("y")
