# borders: constant
test gradient
--- in
"x" = input : f64[2,4,5]
"y" = pad("x") {pads=[0,1,2,0,2,3], mode=constant}
"z" = square("y")
output("z")
