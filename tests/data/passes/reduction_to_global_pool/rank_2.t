# One spatial axis.
test pass reduction_to_global_pool
--- in
"x" = input : f32[5,6]
"y" = reduce("x") {op=mean, reduce_all=false, axes=[1]} name="reduce1"
output("y")
--- remarks
fired: reduction_to_global_pool: reduce1 -> reduce1 (global_pool)
--- out
"x" = input : f32[5,6]
"y" = global_pool("x") {nd=1, kind=avg} name="reduce1" : f32[5]
output("y")
