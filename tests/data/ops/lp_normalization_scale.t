# A scale goes along one axis.
test error
--- in
"x" = input : f32[2,3]
"y" = lp_normalization("x", @"s") name="l"
output("y")
@"s" = f32[2,3] [1,2,3,4,5,6]
--- error
E_SHAPE: lp_normalization 'l': scale is 2,3, one axis that is not 1 expected
