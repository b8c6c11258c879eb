# windows of several sizes
test gradient
--- in
"x" = input : f64[2,7,6]
"y" = adaptive_max_pool("x") {out=[3,4]} name="p"
output("y")
--- error
adaptive_max_pool 'p': it has no gradient: its windows are of different sizes
