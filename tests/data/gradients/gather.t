# rows that are looked up, some of them twice
test gradient
--- in
"x" = input : f64[3,5,2]
"y" = gather("x", @"i") {axis=1}
"z" = square("y")
"u" = gather("x", @"j") {axis=0}
output("z", "u")
@"i" = i64[2,3] [4,0,0,1,-1,2]
@"j" = i64[] [1]
