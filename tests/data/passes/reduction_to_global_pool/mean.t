# The mean over rows and columns.
test pass reduction_to_global_pool
--- in
"x" = input {rank=3} : f32[_,_,_]
"y" = reduce("x") {op=mean, axes=[1,2], keepdims=false} name="reduce1"
output("y")
--- remarks
fired: reduction_to_global_pool: reduce1 -> reduce1 (global_average_pool)
--- out
"x" = input {rank=3} : f32[_,_,_]
"y" = global_average_pool("x") {keepdims=false} name="reduce1" : f32["x".0]
output("y")
