# The order of the channels is (row, column, channel): mode 1.
test pass recognise_shuffle
--- in
"x" = input : f32[12,5,7]
"a" = reshape("x") {dims=[4,3,5,7]} name="a"
"b" = permute("a") {perm=[1,0,2,3]} name="b"
"c" = reshape("b") {dims=[6,2,5,7]} name="c"
"d" = permute("c") {perm=[0,2,3,1]} name="d"
"e" = reshape("d") {dims=[3,2,5,14]} name="e"
"f" = permute("e") {perm=[0,2,1,3]} name="f"
"y" = reshape("f") {dims=[3,10,14]} name="g"
output("y")
--- remarks
fired: recognise_shuffle: a + b + c + d + e + f + g -> g (pixel_shuffle)
--- out
"x" = input : f32[12,5,7]
"y" = pixel_shuffle("x") {upscale_factor=2, mode=channel_last} name="g" : f32[3,10,14]
output("y")
