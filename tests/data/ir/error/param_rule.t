# Params that contradict each other.
test error
--- in
"x" = input : f32[3]
"y" = reshape("x") {shape=[-1,-1]}
output("y")
--- error
E_FORMAT: in:2:20: params of 'reshape': shape has -1 more than once
