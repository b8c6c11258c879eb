# Elements, and parts behind a common first axis.
test run
--- in
"x" = input : f32[2,3]
"n" = gather_nd("x", @"places")
"b" = gather_nd("x", @"in_row") {batch_dims=1}
output("n", "b")
@"places" = i64[2,2] [0,2,1,-3]
@"in_row" = i64[2,1] [-1,1]
--- feed
x 2,3
--- results
n 2: 0.092 -1.61
b 2: 0.092 0.624
