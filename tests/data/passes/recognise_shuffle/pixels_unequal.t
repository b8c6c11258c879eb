# Not recognised: rows by 2, columns by 3.
test pass recognise_shuffle
--- in
"x" = input : f32[6,4,5]
"a" = ncnn.reshape("x") {dims=[2,3,0,0]} name="split"
"b" = transpose("a") {perm=[2,0,3,1]} name="swap"
"y" = reshape("b") {shape=[1,8,15]} name="join"
output("y")
--- remarks
--- out
same
