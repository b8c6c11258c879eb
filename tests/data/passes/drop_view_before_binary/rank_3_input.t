# Hole H6: what is reshaped is no vector.
test pass drop_view_before_binary
--- in
"in0" = input : f32[1,2,2]
"in1" = input : f32[4,3,3]
"x" = reshape("in0") {dims=[-1,1,1]} name="reshape1"
"y" = add("x", "in1") {align=late} name="add1"
output("y")
--- remarks
missed: drop_view_before_binary: reshape1 + add1: not removed: its input has rank 3 and is no vector
--- out
same
