# A maximum of means.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, axes=[2], keepdims=false} name="reduce1"
"y" = reduce("a") {op=max, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
--- out
same
