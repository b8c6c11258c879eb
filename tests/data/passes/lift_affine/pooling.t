# Behind a maximum and a global average.
test pass lift_affine
--- in
"x" = input : f32[1,8,8]
"a" = conv("x", @"w") name="conv1"
"p" = pool("a") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="pool1"
"g" = global_pool("p") {kind=avg} name="gap1"
"y" = batch_norm("g", @"s", @"t", @"s", @"t") name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"s" = f32[2] [1,4]
@"t" = f32[2] [1,2]
--- remarks
fired: lift_affine: conv1 + pool1 + gap1 + bn1 -> gap1 (global_pool)
--- out
"x" = input : f32[1,8,8]
%0 = conv("x", @"w", @%0) name="conv1" : f32[2,8,8]
%1 = pool(%0) {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="pool1" : f32[2,5,5]
"y" = global_pool(%1) {kind=avg} name="gap1" : f32[2]
output("y" as "out")
@"w" = f32[2,1,1,1] [3,8]
@%0 = f32[2] [0,-2]
