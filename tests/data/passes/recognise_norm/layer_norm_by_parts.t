# As TensorFlow spells it: the factor of each element, and what is to be added; gamma may be missing.
test pass recognise_norm
--- in
"x" = input : f32[4,6]
"m" = reduce("x") {op=mean, axes=[1], keepdims=1} name="mean"
"d" = sub("x", "m") name="d"
"q" = square("d") name="q"
"v" = reduce("q") {op=mean, axes=[1], keepdims=1} name="var"
"e" = add("v", @"eps") name="e"
"s" = sqrt("e") name="s"
"r" = reciprocal("s") name="r"
"g" = mul("r", @"gamma") name="g"
"t" = mul("m", "g") name="t"
"u" = sub(@"beta", "t") name="u"
"w" = mul("x", "g") name="w"
"y" = add("w", "u") name="y"
"m2" = reduce("y") {op=mean, axes=[1], keepdims=1} name="mean2"
"d2" = sub("y", "m2") name="d2"
"q2" = square("d2") name="q2"
"v2" = reduce("q2") {op=mean, axes=[1], keepdims=1} name="var2"
"e2" = add("v2", @"eps") name="e2"
"r2" = rsqrt("e2") name="r2"
"t2" = mul("m2", "r2") name="t2"
"u2" = sub(@"beta", "t2") name="u2"
"w2" = mul("y", "r2") name="w2"
"y2" = add("w2", "u2") name="y2"
output("y2")
@"eps" = f32[] [0.001]
@"gamma" = f32[6] [1,2,3,4,5,6]
@"beta" = f32[6] [6,5,4,3,2,1]
--- remarks
fired: recognise_norm: mean2 + d2 + q2 + var2 + e2 + r2 + w2 + t2 + u2 + y2 -> y2 (layer_normalization)
fired: recognise_norm: mean + d + q + var + e + s + r + g + w + t + u + y -> y (layer_normalization)
--- out
"x" = input : f32[4,6]
"y" = layer_normalization("x", @%0, @%1) {axis=1, epsilon=0.001} name="y" : f32[4,6]
"y2" = layer_normalization("y", @%2, @%3) {axis=1, epsilon=0.001} name="y2" : f32[4,6]
output("y2")
@%0 = f32[6] [1,2,3,4,5,6]
@%1 = f32[6] [6,5,4,3,2,1]
@%2 = f32[6] [1,1,1,1,1,1]
@%3 = f32[6] [6,5,4,3,2,1]
