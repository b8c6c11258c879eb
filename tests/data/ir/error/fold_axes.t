# Every list of one window has as many entries.
test error
--- in
"x" = input : f32[4,1]
"y" = fold("x") {kernel=[2,2], output_size=[2]}
output("y")
--- error
E_FORMAT: in:2:17: params of 'fold': output_size has to have 2 sizes, as kernel has
