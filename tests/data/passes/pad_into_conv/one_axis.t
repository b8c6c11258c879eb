# One spatial axis: columns.
test pass pad_into_conv
--- in
"x" = input : f32[2,7]
"p" = pad("x") {pads=[0,1,0,2]} name="pad1"
"y" = conv("p", @"w") {nd=1, stride=[2]} name="conv1"
output("y")
@"w" = f32[3,2,3] seed 1
--- remarks
fired: pad_into_conv: pad1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,7]
"y" = conv("x", @"w") {nd=1, stride=[2], pad_begin=[1], pad_end=[2]} name="conv1" : f32[3,4]
output("y")
@"w" = f32[3,2,3] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543]
