# a map of channels
test gradient
--- in
"x" = input : f64[2,3,4]
"s" = input : f64[3]
"y" = batch_normalization("x", "s") {axis=1, epsilon=1}
"u" = batch_normalization("x", "s") {axis=1, epsilon=0.5}
output("y", "u")
