# A view that cannot be: below_one.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=["x.0-x.1",-1]}
output("y")
--- error
E_SHAPE: reshape 'y': target size 0 is -1, -1 or more expected
