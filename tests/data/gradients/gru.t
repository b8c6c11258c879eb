# the reset gate on either side of the weights, both directions, lengths, without a batch
test gradient
--- in
"x" = input : f64[4,3,2]
"h" = input : f64[2,3,3]
"y" = input : f64[5,2]
"a", "n" = gru("x", @"w", @"b", @"r", "h", @"lens") {num_output=3, direction=bidirectional}
"c", "m" = gru("x", @"w", @"b", @"r", "h") {num_output=3, direction=bidirectional, linear_before_reset=false, merge_directions=true}
"d" = gru("y", @"w1", @"b1", @"r1") {num_output=3, clip=0.5}
"e" = gru("y", @"w1", @"b1", @"r1") {num_output=3, direction=reverse, linear_before_reset=false}
"s" = square("a")
output("s", "n", "c", "m", "d", "e")
@"w" = f64[2,9,2] seed 1
@"b" = f64[2,4,3] seed 2
@"r" = f64[2,9,3] seed 3
@"w1" = f64[1,9,2] seed 4
@"b1" = f64[1,4,3] seed 5
@"r1" = f64[1,9,3] seed 6
@"lens" = i32[3] [4,1,3]
