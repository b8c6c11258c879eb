# log of a sum
test gradient 0.2..2
--- in
"x" = input : f64[3,4]
"y" = reduce("x") {op=log_sum, axes=[1]}
output("y")
