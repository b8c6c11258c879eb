# Not a norm: the variance is a result.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = reduce("x") {op=mean, axes=[1]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("d", "r") name="mul1"
output("y", "v")
@"eps" = f32[] [1e-05]
--- remarks
missed: recognise_norm: mean2 + mul1: the output in between is a result of the network
--- out
same
