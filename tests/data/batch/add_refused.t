# A node for each of many images is not made.
test batch add 65
--- in
"x" = input : f32[3,8,8]
"y" = lrn("x") name="contrast"
output("y")
--- out
lrn 'contrast': it would be needed once for each of many images
