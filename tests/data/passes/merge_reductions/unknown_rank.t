# Without a rank nobody knows which axis the second one means.
test pass merge_reductions
--- in
"x" = input : f32[?]
"a" = reduce("x") {op=mean, axes=[1], keepdims=false} name="reduce1"
"y" = reduce("a") {op=mean, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
missed: merge_reductions: reduce1 + reduce2: not merged: the rank of the input is not known
--- out
same
