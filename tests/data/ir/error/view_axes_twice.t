# A view that cannot be: axes_twice.
test error
--- in
"x" = input : f32[3,4]
"y" = unsqueeze("x") {axes=[1,1]}
output("y")
--- error
E_FORMAT: in:2:22: params of 'unsqueeze': axes has 1 twice
