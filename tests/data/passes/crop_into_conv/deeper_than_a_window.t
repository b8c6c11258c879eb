# More is cut off than a window reaches: the first elements of x add to nothing.
test pass crop_into_conv
--- in
"x" = input : f32[2,9]
"u" = conv_transpose("x", @"w") {nd=1, stride=[2]} name="deconv1"
"y" = slice("u") {starts=[7], ends=[12], axes=[1]} name="crop1"
output("y")
@"w" = f32[3,2,3] seed 1
--- remarks
fired: crop_into_conv: deconv1 + crop1 -> deconv1 (conv_transpose)
--- out
"x" = input : f32[2,9]
"y" = conv_transpose("x", @"w") {nd=1, stride=[2], pad_begin=[7], pad_end=[7]} name="deconv1" : f32[3,5]
output("y")
@"w" = f32[3,2,3] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807,1.2646711,-0.6923389,0.64337313,0.23040923,0.2480132,0.2967543]
