# elements by their own indices, of fewer rows than there are, some of them twice
test gradient
--- in
"x" = input : f64[3,5,2]
"y" = gather_elements("x", @"i") {axis=1}
"z" = square("y")
output("z")
@"i" = i64[2,4,2] [4,0,0,1,-1,2,0,0,3,3,3,3,1,-5,2,2]
