# A result without the axis, of two images.
test batch drop
--- in
"x" = input : f32[2,3]
"y" = reshape("x") {shape=[1,6]}
output("y")
--- out
reshape '?': it spreads an image over axes of others
