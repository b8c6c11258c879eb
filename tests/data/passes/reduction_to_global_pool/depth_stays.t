# Hole H15: on rank 4 the last two axes leave the depth.
test pass reduction_to_global_pool
--- in
"x" = input : f32[2,3,4,5]
"y" = reduce("x") {op=mean, axes=[2,3], keepdims=false} name="reduce1"
output("y")
--- remarks
--- out
same
