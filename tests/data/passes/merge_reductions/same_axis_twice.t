# Hole H15: axis 2, kept, twice: the second one does nothing, and the rows stay.
test pass merge_reductions
--- in
"x" = input : f32[2,2,3]
"a" = reduce("x") {op=mean, axes=[2]} name="reduce1"
"y" = reduce("a") {op=mean, axes=[2]} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (reduce)
--- out
"x" = input : f32[2,2,3]
"y" = reduce("x") {op=mean, axes=[2]} name="reduce1" : f32[2,2,1]
output("y")
