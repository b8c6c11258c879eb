# The reset gate multiplies the state before the weights do, in both directions.
test run
--- in
"x" = constant(@"x")
"y", "h" = gru("x", @"w", @"b", @"r", @"h0") {num_output=2, linear_before_reset=false}
"back" = gru("x", @"w", @"b", @"r", @"h0", @"lens") {num_output=2, linear_before_reset=false, direction=reverse}
output("y", "h", "back")
@"x" = f32[2,1,1] [1,-2]
@"w" = f32[1,6,1] [0.5,0.25,-0.5,1,0.75,-1]
@"b" = f32[1,4,2] [0.125,0.25,0,-0.125,0.5,-0.5,0.25,1]
@"r" = f32[1,6,2] [0.5,-0.25,1,0.5,0.25,0.125,-1,1,0.75,0.5,-0.5,1]
@"h0" = f32[1,1,2] [0.5,-0.5]
@"lens" = i32[1] [1]
--- results
y 2,1,1,2: 0.756629 -0.643864 0.420647 0.917407
h 1,1,2: 0.420647 0.917407
back 2,1,1,2: 0.756629 -0.643864 0 0
