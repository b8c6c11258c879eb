# Axes from the back, kept with size 1 on both sides.
test pass merge_reductions
--- in
"x" = input : f32[c,h,w]
"a" = ncnn.reduction("x") {reduce_all=false, axes=[-1], keepdims=true} name="reduce1"
"y" = ncnn.reduction("a") {reduce_all=false, axes=[-2], keepdims=true} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (reduce)
--- out
"x" = input : f32[c,h,w]
"y" = reduce("x") {axes=[1,2]} name="reduce1" : f32[c,1,1]
output("y")
