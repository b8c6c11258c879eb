# A shape that fits nowhere counts as a scalar, its first element.
test run
--- in
"x" = constant(@"c") name="x"
"a" = constant(@"a") name="a"
"b" = constant(@"b") name="b"
"y" = ncnn.gemm_c("x", "a", "b") name="l"
output("y")
@"c" = f32[2] [7,8]
@"a" = f32[3,4] seed 1
@"b" = f32[4,5] seed 2
--- results
y 1: 7
