# An image is flattened.
test run
--- in
"x" = input name="x"
%950 = ncnn.as_rows("x") {ic=8}
"out" = linear(%950, @"l.weight") name="l"
output("out")
@"l.weight" = f32[1,8] [0.51,0.45,0.76,-0.42,-0.1,-0.69,0.96,-0.9]
--- feed
x 2,2,2
--- results
out 1: 2.10764
