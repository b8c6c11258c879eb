# A view along the last axis is not what alignment to the left means.
test pass drop_view_before_binary
--- in
"in0" = input : f32[4]
"in1" = input : f32[4,4,4]
"x" = reshape("in0") {dims=[1,1,4]} name="reshape1"
"y" = add("x", "in1") {align=late} name="add1"
output("y")
--- remarks
--- out
same
