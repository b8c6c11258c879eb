# The sound case (a squeeze-and-excitation block): a vector [c] as c,1,1 times an image of c channels.
test pass drop_view_before_binary
--- in
"x" = input : f32[4,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"s" = sigmoid("g") name="sigmoid1"
"r" = reshape("s") {dims=[4,1,1]} name="reshape1"
"y" = mul("x", "r") {align=late} name="mul1"
output("y")
--- remarks
fired: drop_view_before_binary: reshape1 + mul1 -> mul1 (mul)
--- out
"x" = input : f32[4,_,_]
"g" = global_pool("x") {kind=avg} name="pool1" : f32[4]
"s" = sigmoid("g") name="sigmoid1" : f32[4]
"y" = mul("x", "s") {align=left} name="mul1" : f32[4,"x".1,"x".2]
output("y")
