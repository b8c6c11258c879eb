# Zeros for as many images as there are, as PyTorch spells the states: the nodes that count the images
# go, too.
test pass drop_zero_states,drop_dead for=onnx14
--- in
"x" = input : f32[_,_,2]
"s" = shape("x") name="shape1"
"n" = gather("s", @"one") name="gather1"
"l" = concat(@"dirs", "n", @"width") {axis=0} name="concat1"
"z" = dynamic_expand(@"zero", "l") name="expand1"
"y", "h", "c" = lstm("x", @"wx", @"b", @"wh", _, "z", "z") {num_output=1} name="lstm1"
output("y", "h")
@"one" = i64[1] [1]
@"dirs" = i64[1] [1]
@"width" = i64[1] [1]
@"zero" = f32[] [0]
@"wx" = f32[1,4,2] [1,2,3,4,5,6,7,8]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,4,1] [4,3,2,1]
--- remarks
fired: drop_zero_states: expand1 + lstm1 -> lstm1 (lstm)
fired: drop_dead: concat1 removed: no result depends on it
fired: drop_dead: gather1 removed: no result depends on it
fired: drop_dead: shape1 removed: no result depends on it
--- out
"x" = input : f32[_,_,2]
"y", "h", %0 = lstm("x", @"wx", @"b", @"wh") {num_output=1} name="lstm1" : f32["x".0,1,"x".1,1], f32[1,"x".1,1], f32[1,"x".1,1]
output("y", "h")
@"wx" = f32[1,4,2] [1,2,3,4,5,6,7,8]
@"b" = f32[1,4,1] [1,2,3,4]
@"wh" = f32[1,4,1] [4,3,2,1]
