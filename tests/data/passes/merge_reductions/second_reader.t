# The means of the rows are read elsewhere.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, axes=[2], keepdims=false} name="reduce1"
"y" = reduce("a") {op=mean, axes=[1], keepdims=false} name="reduce2"
output("y", "a")
--- remarks
missed: merge_reductions: reduce1 + reduce2: the output in between is a result of the network
--- out
same
