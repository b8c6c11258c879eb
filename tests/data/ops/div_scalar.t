# div with a scalar: BinaryOp 3 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align("x", @%0)
%901 = ncnn.align(@%0, "x")
"out" = div(%900, %901) name="l"
output("out")
@%0 = f32[] [0.75]
--- feed
x 6
--- results
out 6: 1.32267 -2.13333 0.122667 -2.14667 0.832 -2.09067
