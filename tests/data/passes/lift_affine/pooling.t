# Behind a maximum and a global average.
test pass lift_affine
--- in
"x" = input : f32[1,8,8]
"a" = conv("x", @"w") name="conv1"
"p" = max_pool("a") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], ceil_mode=true} name="pool1"
"g" = global_average_pool("p") {keepdims=false} name="gap1"
"y" = batch_normalization("g", @"s", @"t", @"t", @"s") {epsilon=0} name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"s" = f32[2] [1,4]
@"t" = f32[2] [1,2]
--- remarks
fired: lift_affine: conv1 + pool1 + gap1 + bn1 -> gap1 (global_average_pool)
--- out
"x" = input : f32[1,8,8]
%0 = conv("x", @"w", @%0) name="conv1" : f32[2,8,8]
%1 = max_pool(%0) {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], ceil_mode=true} name="pool1" : f32[2,5,5]
"y" = global_average_pool(%1) {keepdims=false} name="gap1" : f32[2]
output("y" as "out")
@"w" = f32[2,1,1,1] [3,8]
@%0 = f32[2] [0,-2]
