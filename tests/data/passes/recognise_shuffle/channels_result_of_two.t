# Two layers are no gain where a reshape would have to follow.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[3,2,-1]} name="split"
"y" = transpose("a") {perm=[1,0,2]} name="swap"
output("y")
--- remarks
--- out
same
