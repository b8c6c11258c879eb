# atanh: UnaryOp 26 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align("x", @%0)
%901 = ncnn.align(@%0, "x")
"a" = mul(%900, %901) name="a"
"out" = atanh("a") name="l"
output("out")
@%0 = f32[] [0.49]
--- feed
x 12
--- results
out 12: 0.530915 -1.05567 0.0451106 -1.06851 0.315861 -1.01621 -0.225212 -0.602745 0.0785612 1.35462 -0.655349 0.804239
