# Products with rsqrt, squares as products, the mean as a sum; the factor on rsqrt; without the axes kept.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = ncnn.reduction("x") {reduce_all=false, coeff=0.125, axes=[1], keepdims=true} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = mul("d", "d") name="mul1"
"v" = reduce("q") {axes=[1]} name="sum1"
"w" = mul("v", @"eighth") name="mul2"
"e" = add("w", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
%900 = ncnn.align("r", @"g")
%901 = ncnn.align(@"g", "r")
"k" = mul(%900, %901) name="mul3"
%902 = ncnn.align("k", "d")
%903 = ncnn.align("d", "k")
"y" = mul(%902, %903) name="mul4"
"m2" = reduce("x") {op=mean, axes=[1], keepdims=false} name="mean2"
%904 = ncnn.align("x", "m2")
%905 = ncnn.align("m2", "x")
"d2" = sub(%904, %905) name="sub2"
"q2" = square("d2") name="square2"
"v2" = reduce("q2") {op=mean, axes=[1], keepdims=false} name="mean2b"
"r2" = ncnn.power("v2") {power=-0.5, shift=1e-05} name="power2"
%906 = ncnn.align("d2", "r2")
%907 = ncnn.align("r2", "d2")
"n2" = mul(%906, %907) name="mul5"
%908 = ncnn.align("n2", @"g")
%909 = ncnn.align(@"g", "n2")
"y2" = add(%908, %909) name="add2"
output("y", "y2")
@"eighth" = f32[] [0.125]
@"g" = f32[8] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean2 + sub2 + square2 + mean2b + power2 + mul5 + add2 -> add2 (layer_normalization)
fired: recognise_norm: mean1 + sub1 + mul1 + sum1 + mul2 + add1 + rsqrt1 + mul3 + mul4 -> mul4 (layer_normalization)
--- out
"x" = input : f32[3,8]
"y" = layer_normalization("x", @%0, @%1) {axis=1} name="mul4" : f32[3,8]
"y2" = layer_normalization("x", @%2, @%3) {axis=1} name="add2" : f32[3,8]
output("y", "y2")
@%0 = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
@%1 = f32[8] [0,0,0,0,0,0,0,0]
@%2 = f32[8] [1,1,1,1,1,1,1,1]
@%3 = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
