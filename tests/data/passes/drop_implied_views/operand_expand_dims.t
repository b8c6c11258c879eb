# The same view by an ExpandDims.
test pass drop_implied_views
--- in
"x" = input : f32[4,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"r" = unsqueeze("g") {axes=[1,2]} name="expand1"
%900 = ncnn.align("x", "r")
%901 = ncnn.align("r", "x")
"y" = mul(%900, %901) name="mul1"
output("y")
--- remarks
fired: drop_implied_views: expand1 + mul1 -> mul1 (mul)
--- out
"x" = input : f32[4,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1" : f32[4]
%0 = unsqueeze("g") {axes=[1,2]} name="mul1" : f32[4,1,1]
"y" = mul("x", %0) name="mul1" : f32[4,"x".1,"x".2]
output("y")
