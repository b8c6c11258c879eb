# One keeps its axis, the other does not: no list of axes says that.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, reduce_all=false, axes=[2], keepdims=true} name="reduce1"
"y" = reduce("a") {op=mean, reduce_all=false, axes=[1]} name="reduce2"
output("y")
--- remarks
missed: merge_reductions: reduce1 + reduce2: not merged: one keeps the axes that it reduces, the other drops them
--- out
same
