# A view that cannot be: axes_beyond.
test error
--- in
"x" = input : f32[3,4]
"y" = squeeze("x") {axes=[3]}
output("y")
--- error
E_SHAPE: squeeze 'y': axes has 3, x has rank 2
