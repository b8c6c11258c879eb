# A view that cannot be: no_such_size.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=["x.3",-1]}
output("y")
--- error
E_SHAPE: reshape 'y': "x.3": x has rank 2
