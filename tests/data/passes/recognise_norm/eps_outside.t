# Not a norm: eps is added to the root.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = reduce("x") {op=mean, axes=[1]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"s" = sqrt("v") name="sqrt1"
"e" = add("s", @"eps") name="add1"
"y" = div("d", "e") name="div1"
output("y")
@"eps" = f32[] [1e-05]
--- remarks
--- out
same
