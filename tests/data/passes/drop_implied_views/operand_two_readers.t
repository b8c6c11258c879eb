# Two readers of the reshape: each does without, then it goes (hole H6 dies of a division by zero).
test pass drop_implied_views
--- in
"x" = input : f32[4,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"r" = reshape("g") {shape=[4,1,1]} name="reshape1"
%900 = ncnn.align("x", "r")
%901 = ncnn.align("r", "x")
"a" = mul(%900, %901) name="mul1"
%902 = ncnn.align("a", "r")
%903 = ncnn.align("r", "a")
"y" = add(%902, %903) name="add1"
output("y")
--- remarks
fired: drop_implied_views: reshape1 + mul1 -> mul1 (mul)
fired: drop_implied_views: reshape1 + add1 -> add1 (add)
--- out
"x" = input : f32[4,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1" : f32[4]
%0 = reshape("g") {shape=[4,1,1]} name="mul1" : f32[4,1,1]
"a" = mul("x", %0) name="mul1" : f32[4,"x".1,"x".2]
%1 = reshape("g") {shape=[4,1,1]} name="add1" : f32[4,1,1]
"y" = add("a", %1) name="add1" : f32[4,"x".1,"x".2]
output("y")
