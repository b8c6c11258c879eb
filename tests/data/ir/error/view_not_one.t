# A view that cannot be: not_one.
test error
--- in
"x" = input : f32[3,4]
"y" = squeeze("x") {axes=[0]}
output("y")
--- error
E_SHAPE: squeeze 'y': size of axis 0 of x is 3, 1 expected
