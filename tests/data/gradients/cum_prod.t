# running products, all four ways
test gradient
--- in
"x" = input : f64[3,4,2]
"a" = cum_prod("x") {axis=1}
"b" = cum_prod("x") {axis=0, exclusive=true}
"c" = cum_prod("x") {axis=1, reverse=true}
"d" = cum_prod("x") {axis=1, exclusive=true, reverse=true}
output("a", "b", "c", "d")
