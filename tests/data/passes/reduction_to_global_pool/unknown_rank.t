# Axes 1 and 2 are all but the first only on rank 3.
test pass reduction_to_global_pool
--- in
"x" = input : f32[?]
"y" = reduce("x") {op=mean, axes=[1,2], keepdims=false} name="reduce1"
output("y")
--- remarks
missed: reduction_to_global_pool: reduce1: not made a global pooling: the rank of its input is not known
--- out
same
