# glu, trilu and diagonals
test gradient
--- in
"x" = input : f64[3,4,2]
"v" = input : f64[3]
"m" = input : f64[3,5]
"n" = input : f64[5,3]
"a" = glu("x") {axis=1}
"b" = glu("x") {axis=2}
"c" = trilu("x")
"d" = trilu("x", @"k") {upper=false}
"e" = diag("v")
"f" = diag("v") {diagonal=-2}
"h" = diag("m") {diagonal=1}
"i" = diag("m") {diagonal=-1}
"j" = diag("n")
"l" = diag("n") {diagonal=2}
"o" = reverse_sequence("x", @"r") {time_axis=1, batch_axis=0}
"s" = square("o")
output("a", "b", "c", "d", "e", "f", "h", "i", "j", "l", "s")
@"k" = i64[] [-1]
@"r" = i64[3] [3,1,4]
