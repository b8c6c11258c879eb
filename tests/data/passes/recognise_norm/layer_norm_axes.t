# Over two axes of three, with a factor for each element; the first size is not known.
test pass recognise_norm
--- in
"x" = input : f32[n,2,4]
"m" = reduce("x") {op=mean, axes=[1,2]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1,2]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"n" = mul("d", "r") name="mul1"
"a" = mul("n", @"g") name="mul2"
"y" = add("a", @"b") name="add2"
output("y")
@"g" = f32[2,4] seed 1
@"b" = f32[1,1,4] seed 2
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 + mul2 + add2 -> add2 (layer_normalization)
--- out
"x" = input : f32[n,2,4]
"y" = layer_normalization("x", @%0, @%1) {axis=1} name="add2" : f32[n,2,4]
output("y")
@%0 = f32[2,4] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
@%1 = f32[2,4] [0.11292524,1.2468393,-0.66353375,-1.5977916,0.11292524,1.2468393,-0.66353375,-1.5977916]
