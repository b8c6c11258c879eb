# The mean over the columns, then over the rows.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, reduce_all=false, axes=[2]} name="reduce1"
"y" = reduce("a") {op=mean, reduce_all=false, axes=[1]} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (reduce)
--- out
"x" = input : f32[2,3,4]
"y" = reduce("x") {op=mean, reduce_all=false, axes=[1,2]} name="reduce1" : f32[2]
output("y")
