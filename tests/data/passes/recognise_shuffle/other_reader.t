# Not recognised: the permuted value is a result too.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[3,2,-1]} name="split"
"b" = transpose("a") {perm=[1,0,2]} name="swap"
"y" = reshape("b") {shape=[6,4,5]} name="join"
output("y", "b")
--- remarks
--- out
same
