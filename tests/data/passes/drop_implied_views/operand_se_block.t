# The sound case (a squeeze-and-excitation block): a vector [c] as c,1,1 times an image of c channels.
test pass drop_implied_views
--- in
"x" = input : f32[4,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"s" = sigmoid("g") name="sigmoid1"
"r" = reshape("s") {shape=[4,1,1]} name="reshape1"
%900 = ncnn.align("x", "r")
%901 = ncnn.align("r", "x")
"y" = mul(%900, %901) name="mul1"
output("y")
--- remarks
fired: drop_implied_views: reshape1 + mul1 -> mul1 (mul)
--- out
"x" = input : f32[4,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1" : f32[4]
"s" = sigmoid("g") name="sigmoid1" : f32[4]
%0 = reshape("s") {shape=[4,1,1]} name="mul1" : f32[4,1,1]
"y" = mul("x", %0) name="mul1" : f32[4,"x".1,"x".2]
output("y")
