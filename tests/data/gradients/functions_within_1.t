# functions that are defined within -1 and 1
test gradient -0.9..0.9
--- in
"x" = input : f64[2,9]
"y0" = asin("x")
"y1" = acos("x")
"y2" = atanh("x")
output("y0", "y1", "y2")
