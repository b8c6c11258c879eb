# Hole H6: what is reshaped is no vector.
test pass drop_implied_views
--- in
"in0" = input : f32[1,2,2]
"in1" = input : f32[4,3,3]
"x" = reshape("in0") {shape=[-1,1,1]} name="reshape1"
%900 = ncnn.align("x", "in1")
%901 = ncnn.align("in1", "x")
"y" = add(%900, %901) name="add1"
output("y")
--- remarks
missed: drop_implied_views: reshape1 + add1: not removed: its other operand is not proved to have the rank of the view
--- out
same
