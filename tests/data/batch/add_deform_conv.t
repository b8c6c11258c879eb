# Offsets of each image, weights of all.
test batch add 2
--- in
"x" = input : f32[1,4,4]
"o" = conv("x", @"v")
"y" = deform_conv("x", "o", _, @"w")
output("y")
@"v" = f32[2,1,1,1] [1,2]
@"w" = f32[3,1,1,1] [1,2,3]
--- out
"x" = input : f32[2,1,4,4]
"o" = conv("x", @"v") {axis=1} : f32[2,2,4,4]
"y" = deform_conv("x", "o", _, @"w") {axis=1} : f32[2,3,4,4]
output("y")
@"v" = f32[2,1,1,1] ...
@"w" = f32[3,1,1,1] ...
