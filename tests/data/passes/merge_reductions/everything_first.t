# The first one reduces everything.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = ncnn.reduction("x") {operation=mean} name="reduce1"
"y" = reduce("a") {op=mean, axes=[0], keepdims=false} name="reduce2"
output("y")
--- remarks
--- out
same
