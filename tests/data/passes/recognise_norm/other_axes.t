# Not a layer norm: the mean and the mean square go over different axes. The second is that of an rms norm of the difference.
test pass recognise_norm
--- in
"x" = input : f32[3,4,5]
"m" = reduce("x") {op=mean, axes=[1,2]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[2]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: square1 + mean2 + add1 + rsqrt1 + mul1 -> mul1 (rms_normalization)
--- out
"x" = input : f32[3,4,5]
"m" = reduce("x") {op=mean, axes=[1,2]} name="mean1" : f32[3,1,1]
"d" = sub("x", "m") name="sub1" : f32[3,4,5]
"y" = rms_normalization("d") {axis=2} name="mul1" : f32[3,4,5]
output("y")
