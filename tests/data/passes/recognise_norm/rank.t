# Not a norm while the rank is not known.
test pass recognise_norm
--- in
"x" = input : f32[?]
"m" = ncnn.reduction("x") {operation=mean, reduce_all=false, axes=[-1], keepdims=true} name="mean1"
%900 = ncnn.align("x", "m")
%901 = ncnn.align("m", "x")
"d" = sub(%900, %901) name="sub1"
"q" = square("d") name="square1"
"v" = ncnn.reduction("q") {operation=mean, reduce_all=false, axes=[-1], keepdims=true} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
%902 = ncnn.align("d", "r")
%903 = ncnn.align("r", "d")
"y" = mul(%902, %903) name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
--- out
same
