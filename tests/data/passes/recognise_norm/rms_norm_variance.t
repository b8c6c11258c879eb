# Not an rms norm of x, but of x - 1: the layers in pieces are found around what is left.
test pass recognise_norm
--- in
"x" = input : f32[2,8]
"d" = sub("x", @"one") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean1"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y")
@"one" = f32[] [1]
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: square1 + mean1 + add1 + rsqrt1 + mul1 -> mul1 (rms_normalization)
--- out
"x" = input : f32[2,8]
"d" = sub("x", @"one") name="sub1" : f32[2,8]
"y" = rms_normalization("d") {axis=1} name="mul1" : f32[2,8]
output("y")
@"one" = f32[] [1]
