# The factor makes the result larger than x: it stays.
test pass recognise_norm
--- in
"x" = input : f32[1,8]
"m" = reduce("x") {op=mean, axes=[1]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"n" = mul("d", "r") name="mul1"
"y" = mul("n", @"g") name="mul2"
output("y")
@"g" = f32[3,8] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 -> mul1 (layer_normalization)
--- out
"x" = input : f32[1,8]
"n" = layer_normalization("x") {axis=1} name="mul1" : f32[1,8]
"y" = mul("n", @"g") name="mul2" : f32[3,8]
output("y")
@"g" = f32[3,8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543,0.46879378,0.36683595,0.72601855,-1.5534613,-2.1513948,0.6880762]
