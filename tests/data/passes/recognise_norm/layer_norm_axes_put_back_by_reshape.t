# A mean that loses its axis and gets it back by a reshape.
test pass recognise_norm
--- in
"x" = input : f32[4,6]
"m" = reduce("x") {op=mean, reduce_all=0, axes=[1]} name="mean"
"m1" = reshape("m") {dims=[4,1]} name="mean_back"
"d" = sub("x", "m1") name="centre"
"q" = mul("d", "d") name="square"
"v" = reduce("q") {op=mean, reduce_all=0, axes=[-1]} name="var"
"v1" = reshape("v") {dims=[4,1]} name="var_back"
"e" = add("v1", @"eps") name="eps"
"s" = sqrt("e") name="root"
"y" = div("d", "s") name="divide"
output("y")
@"eps" = f32[] [0.001]
--- remarks
fired: recognise_norm: mean + mean_back + centre + square + var + var_back + eps + root + divide -> divide (layer_norm)
--- out
"x" = input : f32[4,6]
"y" = layer_norm("x") {affine_size=6, n_axes=1} name="divide" : f32[4,6]
output("y")
