# Not recognised: the column's part of the channels goes to the rows.
test pass recognise_shuffle
--- in
"x" = input : f32[4,3,5]
"a" = ncnn.reshape("x") {dims=[2,2,0,0]} name="split"
"b" = transpose("a") {perm=[2,1,3,0]} name="swap"
"y" = reshape("b") {shape=[1,6,10]} name="join"
output("y")
--- remarks
--- out
same
