# a batch normalization by statistics that are given
test gradient 0.3..2
--- in
"x" = input : f64[2,3,4]
"s" = input : f64[3]
"b" = input : f64[3]
"m" = input : f64[3]
"v" = input : f64[3]
"y" = batch_normalization("x", "s", "b", "m", "v") {axis=1}
"z" = square("y")
output("z")
