# lines over their norms, by each rule of epsilon, with and without a scale
test gradient
--- in
"x" = input : f64[2,3,4]
"s" = input : f64[3,1]
"t" = input : f64[1]
"a" = lp_normalization("x") {axis=1}
"b" = lp_normalization("x", "s") {axis=1, n_axes=2}
"c" = lp_normalization("x", "t") {axis=2, p=1}
"d" = lp_normalization("x", "s") {axis=2, epsilon=0.5}
"e" = lp_normalization("x") {axis=2, epsilon=1.1, epsilon_rule=least_norm}
"f" = lp_normalization("x") {axis=1, epsilon=0.9, epsilon_rule=least_sum}
"h" = lp_normalization("x") {axis=0, n_axes=0, epsilon=0.1}
"i" = lp_normalization("x") {axis=0, epsilon=0.1, epsilon_rule=unguarded}
output("a", "b", "c", "d", "e", "f", "h", "i")
