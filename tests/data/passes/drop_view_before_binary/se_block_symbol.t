# The number of channels is a symbol, the same on both sides.
test pass drop_view_before_binary
--- in
"x" = input {rank=3} : f32[_,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"r" = reshape("g") {dims=[-1,1,1]} name="reshape1"
"y" = mul("r", "x") {align=late} name="mul1"
output("y")
--- remarks
fired: drop_view_before_binary: reshape1 + mul1 -> mul1 (mul)
--- out
"x" = input {rank=3} : f32[_,_,_]
"g" = global_pool("x") {kind=avg} name="pool1" : f32["x".0]
"y" = mul("g", "x") {align=left} name="mul1" : f32["x".0,"x".1,"x".2]
output("y")
