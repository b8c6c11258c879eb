# Depthwise, with an activation in the slot: padding comes before all that.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {pads=[0,1,0,0,2,3]} name="pad1"
"y" = conv("p", @"w") {group=2, act=relu} name="conv1"
output("y")
@"w" = f32[2,1,3,3] seed 1
--- remarks
fired: pad_into_conv: pad1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,6,6]
"y" = conv("x", @"w") {group=2, pad_begin=[1,0], pad_end=[2,3], act=relu} name="conv1" : f32[2,7,7]
output("y")
@"w" = f32[2,1,3,3] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543]
