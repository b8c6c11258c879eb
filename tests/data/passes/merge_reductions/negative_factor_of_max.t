# A negative factor between two maxima.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = ncnn.reduction("x") {operation=max, reduce_all=false, coeff=-2, axes=[2]} name="reduce1"
"y" = reduce("a") {op=max, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
missed: merge_reductions: reduce1 + reduce2: not merged: a negative factor does not move across it
--- out
same
