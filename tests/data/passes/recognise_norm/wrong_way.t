# Not a layer norm: the mean of each row, without its axis, is taken from the columns. What is left is an rms norm of that.
test pass recognise_norm
--- in
"x" = input : f32[4,4]
"m" = reduce("x") {op=mean, axes=[1], keepdims=false} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: square1 + mean2 + add1 + rsqrt1 + mul1 -> mul1 (rms_normalization)
--- out
"x" = input : f32[4,4]
"m" = reduce("x") {op=mean, axes=[1], keepdims=false} name="mean1" : f32[4]
"d" = sub("x", "m") name="sub1" : f32[4,4]
"y" = rms_normalization("d") {axis=1} name="mul1" : f32[4,4]
output("y")
