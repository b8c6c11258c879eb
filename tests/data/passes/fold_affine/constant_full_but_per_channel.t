# A constant of the full shape that is the same all over each channel is per channel.
test pass fold_affine
--- in
"x" = input : f32[1,1,2]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = mul("c", @"k") name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2,1,2] [10,10,100,100]
--- remarks
fired: fold_affine: conv1 + mul1 -> conv1 (conv)
--- out
"x" = input : f32[1,1,2]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,1,2]
output("y" as "out")
@"w" = f32[2,1,1,1] [20,-300]
@"b" = f32[2] [10,1000]
