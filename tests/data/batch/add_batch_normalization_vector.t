# One channel of each image.
test batch add 2
--- in
"x" = input : f32[5]
"y" = batch_normalization("x", @"s") {axis=1, epsilon=1}
output("y")
@"s" = f32[1] [3]
--- out
"x" = input : f32[2,5]
"y" = batch_normalization("x", @"s") {axis=2, epsilon=1} : f32[2,5]
output("y")
@"s" = f32[1] ...
