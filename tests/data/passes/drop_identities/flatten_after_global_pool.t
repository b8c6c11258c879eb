# Global pooling gives a vector already.
test pass drop_identities
--- in
"x" = input {rank=3} : f32[_,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"y" = reshape("g") {shape=[-1]} name="flatten1"
output("y")
--- remarks
fired: drop_identities: flatten1 removed
--- out
"x" = input {rank=3} : f32[_,_,_]
"y" = global_average_pool("x") {keepdims=false} name="pool1" : f32["x".0]
output("y")
