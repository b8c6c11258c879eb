# Of one sequence alone, a state is a matrix; the last states keep that shape.
test pass drop_zero_states
--- in
"x" = input : f32[3,2]
"y", "last" = gru("x", @"wx", @"b", @"wh", @"h") {num_output=1} name="gru1"
output("y", "last")
@"h" = f32[1,1] [0]
@"wx" = f32[1,3,2] [1,2,3,4,5,6]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,3,1] [3,2,1]
--- remarks
fired: drop_zero_states: gru1 -> gru1 (gru)
--- out
"x" = input : f32[3,2]
"y", "last" = gru("x", @"wx", @"b", @"wh") {num_output=1} name="gru1" : f32[3,1,1], f32[1,1]
output("y", "last")
@"wx" = f32[1,3,2] [1,2,3,4,5,6]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,3,1] [3,2,1]
