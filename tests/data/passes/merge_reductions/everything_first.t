# The first one reduces everything.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=mean, reduce_all=true} name="reduce1"
"y" = reduce("a") {op=mean, reduce_all=false, axes=[0]} name="reduce2"
output("y")
--- remarks
--- out
same
