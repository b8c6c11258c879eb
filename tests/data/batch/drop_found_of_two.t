# Of two images it is not known which part of what was found is of which.
test batch drop
--- in
"x" = input : f32[2,4,6]
"t" = tanh("x") name="tanh"
"z" = non_zero("t") name="places"
output("z")
--- out
non_zero 'places': a size of its result is not known
