# Over the last axis, with gamma and beta.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = ncnn.reduction("x") {operation=mean, reduce_all=false, axes=[-1], keepdims=true} name="mean1"
%900 = ncnn.align("x", "m")
%901 = ncnn.align("m", "x")
"d" = sub(%900, %901) name="sub1"
"q" = pow("d", @"two") name="pow1"
"v" = ncnn.reduction("q") {operation=mean, reduce_all=false, axes=[-1], keepdims=true} name="mean2"
"e" = add("v", @"eps") name="add1"
"s" = sqrt("e") name="sqrt1"
%902 = ncnn.align("d", "s")
%903 = ncnn.align("s", "d")
"n" = div(%902, %903) name="div1"
%904 = ncnn.align("n", @"g")
%905 = ncnn.align(@"g", "n")
"a" = mul(%904, %905) name="mul1"
%906 = ncnn.align("a", @"b")
%907 = ncnn.align(@"b", "a")
"y" = add(%906, %907) name="add2"
output("y")
@"two" = f32[] [2]
@"g" = f32[8] seed 1
@"b" = f32[8] seed 2
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + pow1 + mean2 + add1 + sqrt1 + div1 + mul1 + add2 -> add2 (layer_normalization)
--- out
"x" = input : f32[3,8]
"y" = layer_normalization("x", @%0, @%1) {axis=1} name="add2" : f32[3,8]
output("y")
@%0 = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
@%1 = f32[8] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922,-0.76119775,1.5604002]
