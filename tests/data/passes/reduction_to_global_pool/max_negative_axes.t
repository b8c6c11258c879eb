# A maximum, axes counted from the back.
test pass reduction_to_global_pool
--- in
"x" = input : f32[5,6,7]
"y" = ncnn.reduction("x") {operation=max, reduce_all=false, axes=[-1,-2]} name="reduce1"
output("y")
--- remarks
fired: reduction_to_global_pool: reduce1 -> reduce1 (global_max_pool)
--- out
"x" = input : f32[5,6,7]
"y" = global_max_pool("x") {keepdims=false} name="reduce1" : f32[5]
output("y")
