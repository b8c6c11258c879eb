# Not recognised: a matrix is one channel to a channel shuffle.
test pass recognise_shuffle
--- in
"x" = input : f32[6,20]
"a" = reshape("x") {shape=[3,2,20]} name="split"
"b" = transpose("a") {perm=[1,0,2]} name="swap"
"y" = reshape("b") {shape=[6,20]} name="join"
output("y")
--- remarks
--- out
same
