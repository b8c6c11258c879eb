# Left alone: the last state has the shape of the first one, which is not what it would have without.
test pass drop_zero_states for=onnx14
--- in
"x" = input : f32[3,2,2]
"y", "last" = rnn("x", @"wx", @"b", @"wh", @"h") {num_output=1} name="rnn1"
output("y", "last")
@"h" = f32[2,1] [0,0]
@"wx" = f32[1,1,2] [1,2]
@"b" = f32[1,1,1] [1]
@"wh" = f32[1,1,1] [4]
--- remarks
missed: drop_zero_states: rnn1: its states of zeros stay: a result has their shape
--- out
same
