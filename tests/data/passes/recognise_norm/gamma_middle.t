# The factor goes along another axis than the norm: the norm is found, the factor stays.
test pass recognise_norm
--- in
"x" = input : f32[2,8,5]
"m" = reduce("x") {op=mean, axes=[2]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[2]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"n" = mul("d", "r") name="mul1"
"y" = mul("n", @"g") name="mul2"
output("y")
@"g" = f32[1,8,1] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 -> mul1 (layer_normalization)
--- out
"x" = input : f32[2,8,5]
"n" = layer_normalization("x") {axis=2} name="mul1" : f32[2,8,5]
"y" = mul("n", @"g") name="mul2" : f32[2,8,5]
output("y")
@"g" = f32[1,8,1] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
