# Not a layer norm: the length of a row of rank 3 is not known, and ncnn's layer goes by that.
test pass recognise_norm
--- in
"x" = input : f32[c,h,w]
"m" = reduce("x") {op=mean, axes=[2]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[2]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
missed: recognise_norm: mean1 + mul1: not rewritten: ncnn does not have the layer_normalization that it would give
missed: recognise_norm: square1 + mul1: not rewritten: ncnn does not have the rms_normalization that it would give
--- out
same
