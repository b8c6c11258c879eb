# activations, by their own formulas of gradients
test gradient -2..2
--- in
"x" = input : f64[2,9]
"y0" = relu("x")
"y1" = leaky_relu("x") {alpha=0.2}
"y2" = clip("x") {min=-0.5, max=0.6}
"y3" = sigmoid("x")
"y4" = tanh("x")
"y5" = elu("x") {alpha=0.7}
"y6" = selu("x")
"y7" = celu("x") {alpha=1.5}
"y8" = gelu("x")
"y9" = gelu("x") {approximate=tanh}
"y10" = mish("x")
"y11" = swish("x") {alpha=1.3}
"y12" = hard_sigmoid("x")
"y13" = hard_swish("x") {alpha=0.6, beta=0.3}
"y14" = softplus("x")
"y15" = erf("x")
"y16" = shrink("x") {bias=0.1, lambd=0.3}
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y10", "y11", "y12", "y13", "y14", "y15", "y16")
