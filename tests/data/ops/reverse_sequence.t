# The first steps turn, the others stay.
test run
--- in
"x" = input : f32[2,3]
"b" = reverse_sequence("x", @"lengths") {time_axis=1, batch_axis=0}
output("b")
@"lengths" = i64[2] [2,3]
--- feed
x 2,3
--- results
b 2,3: -1.6 0.992 0.092 -1.568 0.624 -1.61
