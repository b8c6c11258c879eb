# mean and variance for themselves
test gradient
--- in
"x" = input : f64[4,3,5]
"m", "v" = moments("x") {axis=1}
"n", "w" = moments("x") {axis=2}
output("m", "v", "w")
