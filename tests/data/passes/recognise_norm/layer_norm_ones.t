# Means over all of one row: axes of one element in front make no difference, gamma and beta go along
# the last.
test pass recognise_norm for=onnx17
--- in
"x" = input : f32[1,1,6]
"m" = reduce("x") {op=mean, axes=[0,1,2]} name="mean"
"d" = sub("x", "m") name="d"
"q" = square("d") name="q"
"v" = reduce("q") {op=mean, axes=[0,1,2]} name="var"
"e" = add("v", @"eps") name="e"
"s" = sqrt("e") name="s"
"n" = div("d", "s") name="n"
"g" = mul("n", @"gamma") name="g"
"y" = add("g", @"beta") name="y"
output("y")
@"eps" = f32[] [0.001]
@"gamma" = f32[6] [1,2,3,4,5,6]
@"beta" = f32[6] [6,5,4,3,2,1]
--- remarks
fired: recognise_norm: mean + d + q + var + e + s + n + g + y -> y (layer_normalization)
--- out
"x" = input : f32[1,1,6]
"y" = layer_normalization("x", @%0, @%1) {axis=2, epsilon=0.001} name="y" : f32[1,1,6]
output("y")
@%0 = f32[6] [1,2,3,4,5,6]
@%1 = f32[6] [6,5,4,3,2,1]
