# both directions, lengths, states, peepholes, cut arguments
test gradient
--- in
"x" = input : f64[4,3,2]
"h" = input : f64[2,3,3]
"c" = input : f64[2,3,3]
"y" = input : f64[5,2]
"a", "n", "m" = lstm("x", @"w", @"b", @"r", _, "h", "c", @"lens", @"p") {num_output=3, direction=bidirectional}
"d" = lstm("x", @"w", @"b", @"r", _, "h", "c") {num_output=3, direction=bidirectional, merge_directions=true}
"e" = lstm("y", @"w1", @"b1", @"r1") {num_output=3, direction=reverse, clip=0.9}
"s" = square("a")
output("s", "n", "m", "d", "e")
@"w" = f64[2,12,2] seed 1
@"b" = f64[2,4,3] seed 2
@"r" = f64[2,12,3] seed 3
@"p" = f64[2,9] seed 7
@"w1" = f64[1,12,2] seed 4
@"b1" = f64[1,4,3] seed 5
@"r1" = f64[1,12,3] seed 6
@"lens" = i32[3] [4,1,3]
