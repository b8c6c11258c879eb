# Left alone: nothing says what the state holds.
test pass drop_zero_states for=onnx14
--- in
"x" = input : f32[3,2,2]
"h" = input : f32[1,2,1]
"y" = rnn("x", @"wx", @"b", @"wh", "h") {num_output=1} name="rnn1"
output("y")
@"wx" = f32[1,1,2] [1,2]
@"b" = f32[1,1,1] [1]
@"wh" = f32[1,1,1] [4]
--- remarks
--- out
same
