# Left alone: the cell begins with ones, and both states are given or none.
test pass drop_zero_states for=onnx14
--- in
"x" = input : f32[3,2,2]
"y" = lstm("x", @"wx", @"b", @"wh", _, @"h", @"c") {num_output=1} name="lstm1"
output("y")
@"h" = f32[1,2,1] [0,0]
@"c" = f32[1,2,1] [0,1]
@"wx" = f32[1,4,2] [1,2,3,4,5,6,7,8]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,4,1] [4,3,2,1]
--- remarks
--- out
same
