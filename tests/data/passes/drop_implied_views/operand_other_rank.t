# Hole H6: the other operand is a vector too; the result has rank 3 and 16 elements (the published article's own example).
test pass drop_implied_views
--- in
"in0" = input : f32[4]
"in1" = input : f32[4]
"x" = reshape("in0") {shape=[4,1,1]} name="reshape1"
%900 = ncnn.align("x", "in1")
%901 = ncnn.align("in1", "x")
"y" = add(%900, %901) name="add1"
output("y")
--- remarks
missed: drop_implied_views: reshape1 + add1: not removed: its other operand is not proved to have the rank of the view
--- out
same
