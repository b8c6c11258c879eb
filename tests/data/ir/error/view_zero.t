# A view that cannot be: zero.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=[0,-1]}
output("y")
--- error
E_SHAPE: reshape 'y': 12 elements cannot be shaped as 0,1 with -1 at 1
