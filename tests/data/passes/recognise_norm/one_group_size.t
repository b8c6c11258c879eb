# Not a norm: over everything, but the number of channels, which the layer is given, is not known.
test pass recognise_norm
--- in
"x" = input : f32[c,4]
"m" = ncnn.reduction("x") {operation=mean} name="mean1"
%900 = ncnn.align("x", "m")
%901 = ncnn.align("m", "x")
"d" = sub(%900, %901) name="sub1"
"q" = square("d") name="square1"
"v" = ncnn.reduction("q") {operation=mean} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
%902 = ncnn.align("d", "r")
%903 = ncnn.align("r", "d")
"y" = mul(%902, %903) name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
missed: recognise_norm: mean1 + mul1: not rewritten: ncnn does not have the group_normalization that it would give
missed: recognise_norm: square1 + mul1: not rewritten: ncnn does not have the rms_normalization that it would give
--- out
same
