# One channel comes out. The result is a matrix: a reshape follows.
test pass recognise_shuffle
--- in
"x" = input : f32[4,3,5]
"a" = reshape("x") {dims=[2,2,0,0]} name="split"
"b" = permute("a") {perm=[2,0,3,1]} name="swap"
"y" = reshape("b") {dims=[6,10]} name="join"
output("y")
--- remarks
fired: recognise_shuffle: split + swap + join -> join (reshape)
--- out
"x" = input : f32[4,3,5]
%0 = pixel_shuffle("x") {upscale_factor=2} name="split" : f32[1,6,10]
"y" = reshape(%0) {dims=[6,10]} name="join" : f32[6,10]
output("y")
