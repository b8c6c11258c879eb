# Two readers of the reshape: each does without, then it goes (hole H6 dies of a division by zero).
test pass drop_view_before_binary
--- in
"x" = input : f32[4,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"r" = reshape("g") {dims=[4,1,1]} name="reshape1"
"a" = mul("x", "r") {align=late} name="mul1"
"y" = add("a", "r") {align=late} name="add1"
output("y")
--- remarks
fired: drop_view_before_binary: reshape1 + mul1 -> mul1 (mul)
fired: drop_view_before_binary: reshape1 + add1 -> add1 (add)
--- out
"x" = input : f32[4,_,_]
"g" = global_pool("x") {kind=avg} name="pool1" : f32[4]
"a" = mul("x", "g") {align=left} name="mul1" : f32[4,"x".1,"x".2]
"y" = add("a", "g") {align=left} name="add1" : f32[4,"x".1,"x".2]
output("y")
