# To the features behind a global average.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"g", @"b", @"m", @"v") {epsilon=0} name="bn1"
"p" = global_average_pool("y") {keepdims=false} name="gap1"
"f" = reshape("p") {shape=[2,1,1]} name="reshape1"
"z" = conv("f", @"w") name="conv1"
output("z")
@"g" = f32[2] [2,3]
@"m" = f32[2] [1,0]
@"v" = f32[2] [1,1]
@"b" = f32[2] [0,5]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
fired: sink_affine: bn1 + gap1 + reshape1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
%0 = global_average_pool("x") {keepdims=false} name="gap1" : f32[2]
%1 = reshape(%0) {shape=[2,1,1]} name="reshape1" : f32[2,1,1]
"z" = conv(%1, @"w", @%0) name="conv1" : f32[1,1,1]
output("z")
@"w" = f32[1,2,1,1] [2,6]
@%0 = f32[1] [8]
