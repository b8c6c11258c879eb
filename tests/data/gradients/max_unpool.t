# of two elements of one place the last one is in the result
test gradient
--- in
"x" = input : f64[1,2,2,2]
"a" = max_unpool("x", @"i") {nd=2, kernel=[2,2], stride=[2,2]}
"s" = square("a")
output("s")
@"i" = i64[1,2,2,2] [0,3,9,3,17,20,20,31]
