# A window has results, or it is an error: what is as large as they are has elements.
test pass pad_into_conv
--- in
"x" = input : f32[1,h,w]
"c" = conv("x", @"v", _) {stride=[2,2]} name="conv0"
"r" = relu("c") name="relu1"
"p" = pad("r") {pads=[0,0,1,0,0,1]} name="pad1"
"y" = conv("p", @"w", _) name="conv1"
output("y")
@"v" = f32[1,1,5,5] seed 1
@"w" = f32[1,1,1,1] [2]
--- remarks
fired: pad_into_conv: pad1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[1,h,w]
"c" = conv("x", @"v", _) {stride=[2,2]} name="conv0" : f32[1,floordiv(h+1,2)-2,floordiv(w+1,2)-2]
"r" = relu("c") name="relu1" : f32[1,floordiv(h+1,2)-2,floordiv(w+1,2)-2]
"y" = conv("r", @"w", _) {pad_begin=[0,1], pad_end=[0,1]} name="conv1" : f32[1,floordiv(h+1,2)-2,floordiv(w+1,2)]
output("y")
@"v" = f32[1,1,5,5] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543,0.46879378,0.36683595,0.72601855,-1.5534613,-2.1513948,0.6880762,2.1830251]
@"w" = f32[1,1,1,1] [2]
