# sums with factors
test gradient
--- in
"a" = input : f64[2,3]
"b" = input : f64[3]
"c" = input : f64[2,1]
"y" = sum("a", "b", "c") {coeffs=[0.5,-2,0]}
"z" = sum("a", "a", "c")
output("y", "z")
