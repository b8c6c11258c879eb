# A mean that loses its axis and gets it back by expand_dims.
test pass recognise_norm
--- in
"x" = input : f32[4,6]
"m" = reduce("x") {op=mean, axes=[1], keepdims=false} name="mean"
"m1" = unsqueeze("m") {axes=[1]} name="mean_back"
"d" = sub("x", "m1") name="centre"
"q" = mul("d", "d") name="square"
"v" = ncnn.reduction("q") {operation=mean, reduce_all=false, axes=[-1]} name="var"
"v1" = ncnn.expand_dims("v") {axes=[-1]} name="var_back"
"e" = add("v1", @"eps") name="eps"
"s" = sqrt("e") name="root"
"y" = div("d", "s") name="divide"
output("y")
@"eps" = f32[] [0.001]
--- remarks
fired: recognise_norm: mean + mean_back + centre + square + var + var_back + eps + root + divide -> divide (layer_normalization)
--- out
"x" = input : f32[4,6]
"y" = layer_normalization("x") {axis=1, epsilon=0.001} name="divide" : f32[4,6]
output("y")
