# Halves need an even size.
test error
--- in
"x" = input : f32[2,5]
"y" = glu("x") {axis=1} name="g"
output("y")
--- error
E_SHAPE: glu 'g': axis 1 has size 5, an even size expected
