# the largest elements along an axis, and the least
test gradient
--- in
"x" = input : f64[3,5,2]
"a", "i" = top_k("x", @"k") {axis=1}
"b", "j" = top_k("x", @"l") {axis=2, largest=false}
"s" = square("a")
output("s", "b")
@"k" = i64[1] [3]
@"l" = i64[1] [1]
