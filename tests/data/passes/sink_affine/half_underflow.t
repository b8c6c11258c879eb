# A column of weights that would be too small for half precision is f32.
test pass sink_affine
--- in
"x" = input : f32[2,4,4]
"r" = relu("x") name="relu1"
"c" = batch_normalization("r", @"s") {epsilon=1} name="scale1"
"y" = conv("c", @"w") name="conv1"
output("y")
@"w" = f16(f32)[2,2,1,1] [0.11,0.27,0.36,0.41]
@"s" = f32[2] [1,1e-6]
--- remarks
fired: sink_affine: scale1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,4,4]
"r" = relu("x") name="relu1" : f32[2,4,4]
"y" = conv("r", @"w") name="conv1" : f32[2,4,4]
output("y")
@"w" = f32[2,2,1,1] [0.10998535,2.7001954e-7,0.36010742,4.099121e-7]
