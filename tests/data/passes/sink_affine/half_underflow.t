# A column of weights that would be too small for half precision: refused.
test pass sink_affine
--- in
"x" = input : f32[2,4,4]
"r" = relu("x") name="relu1"
"c" = scale("r", @"s") name="scale1"
"y" = conv("c", @"w") name="conv1"
output("y")
@"w" = f16(f32)[2,2,1,1] [0.11,0.27,0.36,0.41]
@"s" = f32[2] [1,1e-6]
--- remarks
missed: sink_affine: scale1: not moved: weight 0.27002 times 1e-06 is too small for half precision
--- out
same
