# A factor (it might be negative) between two maxima.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=max, reduce_all=false, axes=[2], coeff=-2} name="reduce1"
"y" = reduce("a") {op=max, reduce_all=false, axes=[1]} name="reduce2"
output("y")
--- remarks
missed: merge_reductions: reduce1 + reduce2: not merged: the first scales what the second compares
--- out
same
