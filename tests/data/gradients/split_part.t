# a part of a split that nobody reads
test gradient
--- in
"x" = input : f64[6,2]
"i", "j" = split("x") {axis=0, sizes=[2,4]}
"s" = square("j")
output("s")
