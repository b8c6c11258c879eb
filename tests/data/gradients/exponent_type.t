# The exponent of a power may be of another type than what is raised: the gradient is that of the same number.
test gradient 0.5..2
--- in
"x" = input {rank=2} : f64[2,3]
"p" = pow("x", @"e")
"q" = pow("p", @"f")
output("q")
@"e" = i64[3] [2,3,-1]
@"f" = f32[] [1.5]
