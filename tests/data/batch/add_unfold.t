# Axes of images in front of channels are mapped over.
test batch add 3
--- in
"x" = input : f32[2,5,4]
"u" = unfold("x") {kernel=[2,3]} name="windows"
"f" = fold("u") {kernel=[2,3], output_size=[5,4]} name="back"
output("f")
--- out
"x" = input : f32[3,2,5,4]
"u" = unfold("x") {kernel=[2,3], axis=1} name="windows" : f32[3,12,8]
"f" = fold("u") {kernel=[2,3], output_size=[5,4], axis=1} name="back" : f32[3,2,5,4]
output("f")
