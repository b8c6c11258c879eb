# rows of indices, whole and behind axes that both have
test gradient
--- in
"x" = input : f64[2,3,4]
"a" = gather_nd("x", @"i")
"b" = gather_nd("x", @"j") {batch_dims=1}
"c" = gather_nd("x", @"k") {batch_dims=2}
"s" = square("b")
output("a", "s", "c")
@"i" = i64[3,2] [1,2,0,0,1,-1]
@"j" = i64[2,2,1] [2,0,1,1]
@"k" = i32[2,3,2,1] [0,1,3,3,2,2,1,0,1,2,-1,3]
