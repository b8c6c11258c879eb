# Peepholes, a sequence that is shorter than the other, and a clip, as ONNX's LSTM has them: behind
# its last step y is 0, and the states are those of that step.
test run
--- in
"x" = constant(@"x")
"y", "h", "c" = lstm("x", @"w", @"b", @"r", _, _, _, @"lens", @"p") {num_output=1, clip=0.75}
output("y", "h", "c")
@"x" = f32[2,2,1] [1,-1,2,3]
@"w" = f32[1,4,1] [0.5,0.25,-0.5,1]
@"b" = f32[1,4,1] [0.125,0.25,0,-0.125]
@"r" = f32[1,4,1] [0.5,-0.25,1,0.5]
@"lens" = i32[2] [2,1]
@"p" = f32[1,3] [0.5,-0.5,0.25]
--- results
y 2,1,2,1: 0.129349 -0.165105 0.196392 0
h 1,2,1: 0.196392 -0.165105
c 1,2,1: 0.712361 -0.258717
