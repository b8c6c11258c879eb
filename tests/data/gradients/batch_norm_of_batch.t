# a batch normalization by the statistics of its batch
test gradient
--- in
"x" = input : f64[4,3,5]
"s" = input : f64[3]
"b" = input : f64[3]
"m", "v" = moments("x") {axis=1}
"y" = batch_normalization("x", "s", "b", "m", "v") {axis=1}
"z" = mul("y", "x")
output("z")
