# A result has the rows of all images.
test batch drop
--- in
"x" = input : f32[2,3,4]
"y" = reshape("x") {shape=[6,4]}
output("y")
--- out
a result has no axis of the batch in front
