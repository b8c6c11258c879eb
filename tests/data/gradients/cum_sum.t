# running totals, all four ways
test gradient
--- in
"x" = input : f64[3,4]
"a" = cum_sum("x") {axis=1}
"b" = cum_sum("x") {axis=0, exclusive=true}
"c" = cum_sum("x") {axis=1, reverse=true}
"d" = cum_sum("x") {axis=1, exclusive=true, reverse=true}
output("a", "b", "c", "d")
