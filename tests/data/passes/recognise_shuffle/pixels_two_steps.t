# Three channels in two steps, as four axes allow: rows first, then columns.
test pass recognise_shuffle
--- in
"x" = input : f32[12,5,7]
"a" = reshape("x") {dims=[6,2,5,7]} name="a"
"b" = permute("a") {perm=[0,2,3,1]} name="b"
"c" = reshape("b") {dims=[3,2,5,14]} name="c"
"d" = permute("c") {perm=[0,2,1,3]} name="d"
"y" = reshape("d") {dims=[3,10,14]} name="e"
output("y")
--- remarks
fired: recognise_shuffle: a + b + c + d + e -> e (pixel_shuffle)
--- out
"x" = input : f32[12,5,7]
"y" = pixel_shuffle("x") {upscale_factor=2} name="e" : f32[3,10,14]
output("y")
