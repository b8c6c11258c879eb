# The same view by an ExpandDims.
test pass drop_view_before_binary
--- in
"x" = input : f32[4,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"r" = expand_dims("g") {axes=[1,2]} name="expand1"
"y" = mul("x", "r") {align=late} name="mul1"
output("y")
--- remarks
fired: drop_view_before_binary: expand1 + mul1 -> mul1 (mul)
--- out
"x" = input : f32[4,_,_]
"g" = global_pool("x") {kind=avg} name="pool1" : f32[4]
"y" = mul("x", "g") {align=left} name="mul1" : f32[4,"x".1,"x".2]
output("y")
