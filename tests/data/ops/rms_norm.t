# Rows of a matrix.
test run
--- in
"x" = input name="x"
"out" = ncnn.rms_norm("x", @"l.gamma") {affine_size=3} name="l"
output("out")
@"l.gamma" = f32[3] [1,2,3]
--- feed
x 2,3
--- results
out 2,3: 0.911214 -2.9394 0.253523 -1.19526 0.926514 -3.49225
