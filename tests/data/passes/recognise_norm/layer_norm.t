# Over the last axis, with gamma and beta.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = reduce("x") {op=mean, reduce_all=0, axes=[-1], keepdims=1} name="mean1"
"d" = sub("x", "m") {align=late} name="sub1"
"q" = pow("d", @"two") name="pow1"
"v" = reduce("q") {op=mean, reduce_all=0, axes=[-1], keepdims=1} name="mean2"
"e" = add("v", @"eps") name="add1"
"s" = sqrt("e") name="sqrt1"
"n" = div("d", "s") {align=late} name="div1"
"a" = mul("n", @"g") {align=late} name="mul1"
"y" = add("a", @"b") {align=late} name="add2"
output("y")
@"two" = f32[] [2]
@"g" = f32[8] seed 1
@"b" = f32[8] seed 2
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + pow1 + mean2 + add1 + sqrt1 + div1 + mul1 + add2 -> add2 (layer_norm)
--- out
"x" = input : f32[3,8]
"y" = layer_norm("x", @%0, @%1) {affine_size=8, eps=1e-5, n_axes=1} name="add2" : f32[3,8]
output("y")
@%0 = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
@%1 = f32[8] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922,-0.76119775,1.5604002]
