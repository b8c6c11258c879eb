# both directions, lengths, last states, cut arguments
test gradient
--- in
"x" = input : f64[4,3,2]
"h" = input : f64[2,3,5]
"a", "n" = rnn("x", @"w", @"b", @"r", "h", @"lens") {num_output=5, direction=bidirectional}
"c" = rnn("x", @"w1", @"b1", @"r1") {num_output=5, direction=reverse, clip=0.75}
"s" = square("a")
output("s", "n", "c")
@"w" = f64[2,5,2] seed 1
@"b" = f64[2,1,5] seed 2
@"r" = f64[2,5,5] seed 3
@"w1" = f64[1,5,2] seed 4
@"b1" = f64[1,1,5] seed 5
@"r1" = f64[1,5,5] seed 6
@"lens" = i32[3] [4,0,2]
