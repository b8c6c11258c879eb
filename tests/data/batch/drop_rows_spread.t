# Rows are not as many as all images have.
test batch drop
--- in
"x" = input : f32[2,3,4]
"f" = reshape("x") {shape=[3,8]}
"p" = relu("f") name="relu"
"y" = reshape("p") {shape=[2,3,4]}
output("y")
--- out
reshape '?': it spreads an image over axes of others
