# Not made one: the mean that goes off is that of another value.
test pass recognise_norm
--- in
"x" = input : f32[4,6]
"z" = input : f32[4,6]
"m" = reduce("x") {op=mean, axes=[1], keepdims=1} name="mean"
"d" = sub("x", "m") name="d"
"q" = square("d") name="q"
"v" = reduce("q") {op=mean, axes=[1], keepdims=1} name="var"
"e" = add("v", @"eps") name="e"
"s" = sqrt("e") name="s"
"r" = reciprocal("s") name="r"
"g" = mul("r", @"gamma") name="g"
"o" = reduce("z") {op=mean, axes=[1], keepdims=1} name="other"
"t" = mul("o", "g") name="t"
"u" = sub(@"beta", "t") name="u"
"w" = mul("x", "g") name="w"
"y" = add("w", "u") name="y"
output("y")
@"eps" = f32[] [0.001]
@"gamma" = f32[6] [1,2,3,4,5,6]
@"beta" = f32[6] [6,5,4,3,2,1]
--- remarks
--- out
same
