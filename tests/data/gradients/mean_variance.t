# over the usual axes, and over one
test gradient
--- in
"x" = input : f64[2,3,4,2]
"a" = mean_variance_normalization("x")
"b" = mean_variance_normalization("x") {axes=[1]}
output("a", "b")
