# Not a layer norm: the length of a row of rank 3 is not known, and ncnn's layer goes by that.
test pass recognise_norm
--- in
"x" = input : f32[c,h,w]
"m" = reduce("x") {op=mean, reduce_all=0, axes=[2], keepdims=1} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, reduce_all=0, axes=[2], keepdims=1} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
missed: recognise_norm: mul1: not made a layer_norm with what is before it: the sizes by which the layer decides over which axes it goes are not known
--- out
same
