# A view that cannot be: no_such_input.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=["z.0",-1]}
output("y")
--- error
E_FORMAT: in:2:20: params of 'reshape': shape has "z.0": there is no input 'z'
