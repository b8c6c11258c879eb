# Hole H11: variance and eps are 0. ncnn divides by 1e-4 then, so the factor is 2e4 (not inf).
test pass fold_affine
--- in
"x" = input : f32[1,2,2]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = ncnn.batch_norm("c", @"s", @"t", @"m", @"v") name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [1,1]
@"v" = f32[2] [0,4]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
--- out
"x" = input : f32[1,2,2]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,2,2]
output("y" as "out")
@"w" = f32[2,1,1,1] [40000,6]
@"b" = f32[2] [0.5,-18.5]
