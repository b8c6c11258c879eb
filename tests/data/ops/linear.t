# A vector.
test run
--- in
"x" = input name="x"
%950 = ncnn.as_rows("x") {ic=3}
"out" = linear(%950, @"l.weight", @"l.bias") {act=relu} name="l"
output("out")
@"l.weight" = f32[2,3] [-0.29,-0.95,-0.99,0.01,0.98,-0.53]
@"l.bias" = f32[2] [0.5,-0.5]
--- feed
x 3
--- results
out 2: 1.64124 0
