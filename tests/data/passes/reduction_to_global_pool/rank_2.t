# One spatial axis.
test pass reduction_to_global_pool
--- in
"x" = input : f32[5,6]
"y" = reduce("x") {op=mean, axes=[1], keepdims=false} name="reduce1"
output("y")
--- remarks
fired: reduction_to_global_pool: reduce1 -> reduce1 (global_average_pool)
--- out
"x" = input : f32[5,6]
"y" = global_average_pool("x") {nd=1, keepdims=false} name="reduce1" : f32[5]
output("y")
