# Hole H6: the other operand has one channel, which the reshape broadcasts to four.
test pass drop_view_before_binary
--- in
"in0" = input : f32[4]
"in1" = input : f32[1,3,4]
"x" = reshape("in0") {dims=[-1,1,1]} name="reshape1"
"y" = add("x", "in1") {align=late} name="add1"
output("y")
--- remarks
missed: drop_view_before_binary: reshape1 + add1: not removed: the other operand is not proved to have rank 3 and as many channels
--- out
same
