# acosh
test gradient 1.2..3
--- in
"x" = input : f64[2,9]
"y0" = acosh("x")
output("y0")
