# A sum of magnitudes has no epsilon.
test error
--- in
"x" = input : f32[2,3]
"y" = lp_normalization("x") {p=1, epsilon=1} name="l"
output("y")
--- error
E_FORMAT: in:2:29: params of 'lp_normalization': epsilon is for p=2
