# So does a reshape to one axis.
test pass drop_identities
--- in
"x" = input {rank=3} : f32[_,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"y" = reshape("g") {dims=[-1]} name="reshape1"
output("y")
--- remarks
fired: drop_identities: reshape1 removed
--- out
"x" = input {rank=3} : f32[_,_,_]
"y" = global_pool("x") {kind=avg} name="pool1" : f32["x".0]
output("y")
