# A mean without its axes, and a root that gets them back behind it.
test pass recognise_norm
--- in
"x" = input : f32[5,n]
"m" = reduce("x") {op=mean, axes=[1], keepdims=false} name="m"
"mu" = unsqueeze("m") {axes=[1]} name="mu"
"d" = sub("x", "mu") name="d"
"q" = square("d") name="q"
"v" = reduce("q") {op=mean, axes=[1], keepdims=false} name="v"
"e" = add("v", @"eps") name="e"
"s" = sqrt("e") name="s"
"su" = unsqueeze("s") {axes=[1]} name="su"
"y" = div("d", "su") name="y"
output("y")
@"eps" = f32[] [1e-5]
--- out
"x" = input : f32[5,n]
"y" = layer_normalization("x") {axis=1} name="y" : f32[5,n]
output("y")
