# more cells than outputs, and the last cells alone as a result
test gradient
--- in
"x" = input : f64[4,2,2]
"a" = lstm("x", @"w", @"b", @"r", @"hr") {num_output=2, hidden_size=5}
"d", "n", "m" = lstm("x", @"w", @"b", @"r", @"hr") {num_output=2, hidden_size=5, direction=reverse}
output("a", "m")
@"w" = f64[1,20,2] seed 1
@"b" = f64[1,4,5] seed 2
@"r" = f64[1,20,2] seed 3
@"hr" = f64[1,2,5] seed 4
