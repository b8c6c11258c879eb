# What is reshaped may have any rank.
test pass drop_view_before_binary
--- in
"in0" = input : f32[?]
"in1" = input : f32[4,3,3]
"x" = reshape("in0") {dims=[4,1,1]} name="reshape1"
"y" = add("x", "in1") {align=late} name="add1"
output("y")
--- remarks
missed: drop_view_before_binary: reshape1 + add1: not removed: the rank of its input is not known
--- out
same
