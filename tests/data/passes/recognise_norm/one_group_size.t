# Not a norm: over everything, but the number of channels, which the layer is told, is not known.
test pass recognise_norm
--- in
"x" = input : f32[c,4]
"m" = reduce("x") {op=mean} name="mean1"
"d" = sub("x", "m") {align=late} name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") {align=late} name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
missed: recognise_norm: mul1: not made a normalisation with what is before it: the number of channels is not known
--- out
same
