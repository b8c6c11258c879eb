# One channel comes out. The result is a matrix: a reshape follows.
test pass recognise_shuffle
--- in
"x" = input : f32[4,3,5]
"a" = ncnn.reshape("x") {dims=[2,2,0,0]} name="split"
"b" = transpose("a") {perm=[2,0,3,1]} name="swap"
"y" = reshape("b") {shape=[6,10]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (reshape)
--- out
"x" = input : f32[4,3,5]
%0 = depth_to_space("x") {blocksize=2, mode=CRD} name="split" : f32[1,6,10]
"y" = reshape(%0) {shape=[6,10]} name="join" : f32[6,10]
output("y")
