# Hyperbolic tangent.
test run
--- in
"x" = input name="x"
"out" = tanh("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.758214 -0.921669 0.0917412 -0.92316 0.553907 -0.916707 -0.423542 -0.800499 0.158648 0.945337 -0.82555 0.876393
