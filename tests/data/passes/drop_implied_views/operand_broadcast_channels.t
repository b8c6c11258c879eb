# Hole H6: the other operand has one channel, which the reshape broadcasts to four.
test pass drop_implied_views
--- in
"in0" = input : f32[4]
"in1" = input : f32[1,3,4]
"x" = reshape("in0") {shape=[-1,1,1]} name="reshape1"
%900 = ncnn.align("x", "in1")
%901 = ncnn.align("in1", "x")
"y" = add(%900, %901) name="add1"
output("y")
--- remarks
missed: drop_implied_views: reshape1 + add1: not removed: ncnn would pair its axes with others
--- out
same
