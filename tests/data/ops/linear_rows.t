# Rows.
test run
--- in
"x" = input name="x"
%950 = ncnn.as_rows("x") {ic=3}
"out" = linear(%950, @"l.weight") name="l"
output("out")
@"l.weight" = f32[2,3] [-0.29,-0.95,-0.99,0.01,0.98,-0.53]
--- feed
x 2,3
--- results
out 2,2: 1.14124 -1.60684 1.42642 1.42646
