# floor_divide with a scalar: BinaryOp 15 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align("x", @%0)
%901 = ncnn.align(@%0, "x")
"out" = ncnn.floor_divide(%900, %901) name="l"
output("out")
@%0 = f32[] [0.75]
--- feed
x 6
--- results
out 6: 1 -3 0 -3 0 -3
