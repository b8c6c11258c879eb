# Not a norm: it goes over the channels, which no layer does.
test pass recognise_norm
--- in
"x" = input : f32[3,4,5]
"m" = reduce("x") {op=mean, axes=[0]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[0]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
missed: recognise_norm: mul1: not made a normalisation with what is before it: no layer normalises over its axes
--- out
same
