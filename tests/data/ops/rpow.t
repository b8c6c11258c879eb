# rpow of two vectors: BinaryOp 9 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"a" = exp("x") name="a"
"b" = abs("y") name="b"
%900 = ncnn.align("b", "a")
%901 = ncnn.align("a", "b")
"out" = pow(%900, %901) name="l"
output("out")
--- feed
x 6
y 6
--- results
out 6: 0.1175 1.01943 0.134099 1.12292 1.34905 1.0662
