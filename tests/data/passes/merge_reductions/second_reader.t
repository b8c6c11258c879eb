# The means of the rows are read elsewhere.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, reduce_all=false, axes=[2]} name="reduce1"
"y" = reduce("a") {op=mean, reduce_all=false, axes=[1]} name="reduce2"
output("y", "a")
--- remarks
missed: merge_reductions: reduce1 + reduce2: the output in between is a result of the network
--- out
same
