# rdiv with a scalar: BinaryOp 8 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align(@%0, "x")
%901 = ncnn.align("x", @%0)
"out" = div(%900, %901) name="l"
output("out")
@%0 = f32[] [0.75]
--- feed
x 6
--- results
out 6: 0.756048 -0.46875 8.15217 -0.465838 1.20192 -0.478316
