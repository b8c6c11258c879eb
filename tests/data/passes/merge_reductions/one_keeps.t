# One keeps its axis, the other does not: no list of axes says that.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, axes=[2]} name="reduce1"
"y" = reduce("a") {op=mean, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
missed: merge_reductions: reduce1 + reduce2: not merged: one keeps the axes that it reduces, the other drops them
--- out
same
