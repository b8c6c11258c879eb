# Not recognised: height and width change places as well.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[2,3,4,5]} name="split"
"b" = transpose("a") {perm=[1,0,3,2]} name="swap"
"y" = reshape("b") {shape=[6,5,4]} name="join"
output("y")
--- remarks
--- out
same
