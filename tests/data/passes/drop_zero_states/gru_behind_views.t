# Proved through what moves elements; lengths stay behind the gap.
test pass drop_zero_states for=onnx14
--- in
"x" = input : f32[3,2,2]
"lens" = input : i32[2]
"z" = constant(@"zero") name="zeros"
"t" = tile("z") {repeats=[1,2,1]} name="tile1"
"c" = concat("t", "t") {axis=0} name="concat1"
"s" = slice("c") {starts=["1"], ends=["2"], axes=[0]} name="slice1"
"y" = gru("x", @"wx", @"b", @"wh", "s", "lens") {num_output=1} name="gru1"
output("y")
@"zero" = f32[1,1,1] [0]
@"wx" = f32[1,3,2] [1,2,3,4,5,6]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,3,1] [3,2,1]
--- remarks
fired: drop_zero_states: tile1 + concat1 + slice1 + gru1 -> gru1 (gru)
--- out
"x" = input : f32[3,2,2]
"lens" = input : i32[2]
"y" = gru("x", @"wx", @"b", @"wh", _, "lens") {num_output=1} name="gru1" : f32[3,1,2,1]
output("y")
@"wx" = f32[1,3,2] [1,2,3,4,5,6]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,3,1] [3,2,1]
