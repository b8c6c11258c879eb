# A sum of squares of sums of squares is something else.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=sumsq, reduce_all=false, axes=[2]} name="reduce1"
"y" = reduce("a") {op=sumsq, reduce_all=false, axes=[1]} name="reduce2"
output("y")
--- remarks
--- out
same
