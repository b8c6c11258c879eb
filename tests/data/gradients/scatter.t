# updates that are put in place, the last of several at one, and such that are added
test gradient
--- in
"x" = input : f64[3,4]
"u" = input : f64[2,3]
"v" = input : f64[2,3,4]
"w" = input : f64[3]
"a" = scatter_elements("x", @"i", "u") {axis=0}
"b" = scatter_elements("x", @"i", "u") {axis=0, reduction=add}
"c" = scatter_nd("v", @"j", "x")
"d" = scatter_nd("v", @"k", "w")
"e" = scatter_nd("v", @"k", "w") {reduction=add}
"a2" = square("a")
"d2" = square("d")
"e2" = square("e")
output("a2", "b", "c", "d2", "e2")
@"i" = i64[2,3] [0,2,-1,0,1,2]
@"j" = i64[3,2] [1,0,1,0,0,2]
@"k" = i64[3,3] [0,2,-1,1,1,1,0,2,3]
