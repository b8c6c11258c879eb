# The prior boxes ask for the size of the map alone: they do not mind.
test pass sink_affine
--- in
"x" = input : f32[2,4,4]
"r" = relu("x") name="relu1"
"c" = mul("r", @"s") name="mul1"
"y" = conv("c", @"w") name="conv1"
"p" = ncnn.prior_box("c", "x") {min_sizes=[3]} name="boxes"
output("y", "p")
@"w" = f32[2,2,1,1] [0.11,0.27,0.36,0.41]
@"s" = f32[] [2]
--- remarks
fired: sink_affine: mul1 + conv1 + boxes -> conv1 (conv)
--- out
"x" = input : f32[2,4,4]
"r" = relu("x") name="relu1" : f32[2,4,4]
"y" = conv("r", @"w") name="conv1" : f32[2,4,4]
"p" = ncnn.prior_box("r", "x") {min_sizes=[3]} name="boxes" : f32[2,64]
output("y", "p")
@"w" = f32[2,2,1,1] [0.22,0.54,0.72,0.82]
