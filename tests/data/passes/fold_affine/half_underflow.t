# The second row as halves would be 4 and 5 times the smallest half, off by a quarter, and a layer behind may scale it up again;
# it is f32.
test pass fold_affine
--- in
"x" = input : f32[2,4,4]
"c" = conv("x", @"w") name="conv1"
"y" = batch_normalization("c", @"s") {epsilon=1} name="scale1"
output("y")
@"w" = f16(f32)[2,2,1,1] [0.11,0.27,0.36,0.41]
@"s" = f32[2] [1,1e-6]
--- remarks
fired: fold_affine: conv1 + scale1 -> conv1 (conv)
--- out
"x" = input : f32[2,4,4]
"y" = conv("x", @"w") name="conv1" : f32[2,4,4]
output("y")
@"w" = f32[2,2,1,1] [0.10998535,0.27001953,3.601074e-7,4.099121e-7]
