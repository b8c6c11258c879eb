# slopes and conditions
test gradient
--- in
"x" = input : f64[2,3,4]
"s" = input : f64[3,1]
"y" = prelu("x", "s")
"c" = less("x", "s")
"z" = where("c", "x", "s")
output("y", "z")
