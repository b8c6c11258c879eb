# acos: UnaryOp 13 in ncnn.
test run
--- in
"x" = input name="x"
%900 = ncnn.align("x", @%0)
%901 = ncnn.align(@%0, "x")
"a" = mul(%900, %901) name="a"
"out" = acos("a") name="l"
output("out")
@%0 = f32[] [0.49]
--- feed
x 12
--- results
out 12: 1.0632 2.47188 1.5257 2.47981 1.26006 2.44701 1.79413 2.14005 1.49232 0.505071 2.18372 0.841426
