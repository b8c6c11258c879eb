# Case 39: an input that is left out between two that are there, and outputs that nobody reads.
test cat
--- in
"x", "h0", "c0" = input : f32[2,2], f32[1,2], f32[1,2]
"y", "h", "c" = lstm("x", @"wx", @"b", @"wh", _, "h0", "c0") {num_output=2, merge_directions=true}
output("y")
@"wx" = f32[1,8,2] zeros
@"b" = f32[1,4,2] zeros
@"wh" = f32[1,8,2] zeros
--- out
"x", "h0", "c0" = input : f32[2,2], f32[1,2], f32[1,2]
"y", "h", "c" = lstm("x", @"wx", @"b", @"wh", _, "h0", "c0") {num_output=2, merge_directions=true}
output("y")
@"wx" = f32[1,8,2] zeros
@"b" = f32[1,4,2] [0,0,0,0,0,0,0,0]
@"wh" = f32[1,8,2] zeros
