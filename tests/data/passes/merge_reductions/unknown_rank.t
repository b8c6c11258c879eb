# Without a rank nobody knows which axis the second one means.
test pass merge_reductions
--- in
"x" = input : f32[?]
"a" = reduce("x") {op=mean, reduce_all=false, axes=[1]} name="reduce1"
"y" = reduce("a") {op=mean, reduce_all=false, axes=[1]} name="reduce2"
output("y")
--- remarks
missed: merge_reductions: reduce1 + reduce2: not merged: the rank of the input is not known
--- out
same
