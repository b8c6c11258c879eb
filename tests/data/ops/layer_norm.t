# Rows of a matrix.
test run
--- in
"x" = input name="x"
"out" = ncnn.layer_norm("x", @"l.gamma", @"l.beta") {affine_size=3} name="l"
output("out")
@"l.gamma" = f32[3] [1,2,3]
@"l.beta" = f32[3] [0.1,0.2,0.3]
--- feed
x 2,3
--- results
out 2,3: 1.18281 -2.45678 1.03675 -0.626805 3.02675 -1.75971
