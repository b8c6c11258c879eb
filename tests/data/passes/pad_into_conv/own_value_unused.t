# A conv without pads of its own takes any number; -233 on one side alone is no pad.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {top=1, bottom=2, left=0, right=3, value=2} name="pad1"
"y" = conv("p", @"w") {pad_begin=[-233,0]} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
fired: pad_into_conv: pad1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,6,6]
"y" = conv("x", @"w") {pad_begin=[1,0], pad_end=[2,3], pad_value=2} name="conv1" : f32[2,7,7]
output("y")
@"w" = f32[2,2,3,3] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543,0.46879378,0.36683595,0.72601855,-1.5534613,-2.1513948,0.6880762,2.1830251,-1.3115181,-0.0189722,2.0550535,-2.1390622,0.4055772,-0.22901441,-0.8344937,1.2041943,-0.608951,-1.3602912,-0.65943384]
