# A sum is no average, nor is a mean with a factor.
test pass reduction_to_global_pool
--- in
"x" = input {rank=3} : f32[_,_,_]
"y1" = reduce("x") {axes=[1,2], keepdims=false} name="reduce1"
"y2" = ncnn.reduction("x") {operation=mean, reduce_all=false, coeff=2, axes=[1,2]} name="reduce2"
output("y1", "y2")
--- remarks
--- out
same
