# a value that is repeated
test gradient
--- in
"x" = input : f64[3,1]
"y" = expand("x") {shape=[2,3,4]}
"z" = square("y")
output("z")
