# One row: its statistics are one number, which meets all of it as it is.
test pass recognise_norm
--- in
"x" = input : f32[1,n]
"m" = reduce("x") {op=mean, axes=[1], keepdims=false} name="m"
"d" = sub("x", "m") name="d"
"q" = square("d") name="q"
"v" = reduce("q") {op=mean, axes=[1], keepdims=false} name="v"
"e" = add("v", @"eps") name="e"
"s" = sqrt("e") name="s"
"y" = div("d", "s") name="y"
output("y")
@"eps" = f32[] [1e-5]
--- out
"x" = input : f32[1,n]
"y" = layer_normalization("x") {axis=1} name="y" : f32[1,n]
output("y")
