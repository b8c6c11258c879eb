# What is reshaped may have any rank.
test pass drop_implied_views
--- in
"in0" = input : f32[?]
"in1" = input : f32[4,3,3]
"x" = reshape("in0") {shape=[4,1,1]} name="reshape1"
%900 = ncnn.align("x", "in1")
%901 = ncnn.align("in1", "x")
"y" = add(%900, %901) name="add1"
output("y")
--- remarks
missed: drop_implied_views: reshape1 + add1: not removed: the rank of one of the operands is not known
--- out
same
