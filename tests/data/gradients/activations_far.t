# far out nothing overflows: sigmoid, mish, swish and softplus at 800
test gradient -800..800
--- in
"x" = input : f64[2,9]
"y0" = sigmoid("x")
"y1" = mish("x")
"y2" = swish("x")
"y3" = softplus("x")
"y4" = tanh("x")
output("y0", "y1", "y2", "y3", "y4")
