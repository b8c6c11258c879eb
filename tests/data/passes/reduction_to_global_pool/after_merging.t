# Order: two means are one pooling. Were the second one made a pooling of its own (it has rank 2), the first would stay.
test pass merge_reductions,reduction_to_global_pool
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, reduce_all=false, axes=[2]} name="reduce1"
"y" = reduce("a") {op=mean, reduce_all=false, axes=[1]} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (reduce)
fired: reduction_to_global_pool: reduce1 -> reduce1 (global_pool)
--- out
"x" = input : f32[2,3,4]
"y" = global_pool("x") {kind=avg} name="reduce1" : f32[2]
output("y")
