# sub with a scalar: BinaryOp 1 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align("x", @%0)
%901 = ncnn.align(@%0, "x")
"out" = sub(%900, %901) name="l"
output("out")
@%0 = f32[] [0.75]
--- feed
x 6
--- results
out 6: 0.242 -2.35 -0.658 -2.36 -0.126 -2.318
