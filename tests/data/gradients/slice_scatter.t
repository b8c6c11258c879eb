# a box that is written over
test gradient
--- in
"x" = input : f64[4,5]
"s" = input : f64[2,5]
"y" = slice_scatter("x", "s") {starts=[-3], axes=[0]}
"z" = square("y")
output("z")
