# an inner product, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,3,4]
"w" = input : f64[5,4]
"b" = input : f64[5]
"y" = linear("x", "w", "b")
"z" = square("y")
output("z")
