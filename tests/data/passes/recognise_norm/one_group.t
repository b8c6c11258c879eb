# Over everything, with a factor for each channel: one group.
test pass recognise_norm
--- in
"x" = input : f32[3,4,h]
"m" = reduce("x") {op=mean} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = ncnn.reduction("q") {operation=mean} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
%900 = ncnn.align("d", "r")
%901 = ncnn.align("r", "d")
"n" = mul(%900, %901) name="mul1"
"y" = mul("n", @"g") name="mul2"
output("y")
@"g" = f32[3,1,1] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 + mul2 -> mul2 (group_normalization)
--- out
"x" = input : f32[3,4,h]
"y" = group_normalization("x", @%0, @%1) name="mul2" : f32[3,4,h]
output("y")
@%0 = f32[3] [2.157965,-0.8488455,0.05041678]
@%1 = f32[3] [0,0,0]
