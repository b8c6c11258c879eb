# A view that cannot be: unfinished.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=["x.0*",-1]}
output("y")
--- error
E_FORMAT: in:2:20: params of 'reshape': shape has "x.0*": the end of the text found, a size expected
