# asin: UnaryOp 12 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align("x", @%0)
%901 = ncnn.align(@%0, "x")
"a" = mul(%900, %901) name="a"
"out" = asin("a") name="l"
output("out")
@%0 = f32[] [0.49]
--- feed
x 12
--- results
out 12: 0.507599 -0.901084 0.0450953 -0.909017 0.310737 -0.876212 -0.223332 -0.56925 0.0784805 1.06573 -0.612922 0.72937
