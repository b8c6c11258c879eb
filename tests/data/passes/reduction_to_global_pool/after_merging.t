# Order: two means are one pooling. Were the second one made a pooling of its own (it has rank 2), the first would stay.
test pass merge_reductions,reduction_to_global_pool
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, axes=[2], keepdims=false} name="reduce1"
"y" = reduce("a") {op=mean, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (reduce)
fired: reduction_to_global_pool: reduce1 -> reduce1 (global_average_pool)
--- out
"x" = input : f32[2,3,4]
"y" = global_average_pool("x") {keepdims=false} name="reduce1" : f32[2]
output("y")
