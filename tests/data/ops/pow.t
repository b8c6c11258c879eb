# pow of two vectors: BinaryOp 6 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"a" = exp("x") name="a"
"b" = abs("y") name="b"
%900 = ncnn.align("a", "b")
%901 = ncnn.align("b", "a")
"out" = pow(%900, %901) name="l"
output("out")
--- feed
x 6
y 6
--- results
out 6: 1.56578 0.172045 1.01483 0.0563902 2.08043 0.118543
