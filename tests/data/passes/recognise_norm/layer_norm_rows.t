# Rows of rank 3 are known by their length.
test pass recognise_norm
--- in
"x" = input : f32[c,h,6]
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
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 -> mul1 (layer_normalization)
--- out
"x" = input : f32[c,h,6]
"y" = layer_normalization("x") {axis=2} name="mul1" : f32[c,h,6]
output("y")
