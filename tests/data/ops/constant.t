# A constant and a result.
test run
--- in
"k" = constant(@"k.data") name="k"
"x" = input name="x"
%900 = ncnn.align("k", "x")
%901 = ncnn.align("x", "k")
"out" = add(%900, %901) name="l"
output("out")
@"k.data" = f32[3] [1,2,3]
--- feed
x 3
--- results
out 3: 1.992 0.4 3.092
