# Params that contradict each other.
test error
--- in
"x" = input : f32[3]
"y" = reshape("x") {dims=[-1,-1]}
output("y")
--- error
E_SHAPE: reshape 'y': the target has -1 more than once
