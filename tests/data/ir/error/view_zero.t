# A view that cannot be: zero.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=[0,-1]}
output("y")
--- error
E_FORMAT: in:2:20: params of 'reshape': shape has 0, -1 or 1 to 2147483647 expected
