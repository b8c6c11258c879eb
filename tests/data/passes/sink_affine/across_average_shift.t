# A shift moves across an average that leaves padding out ...
test pass sink_affine
--- in
"x" = input : f32[2,8,8]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"p" = average_pool("y") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], ceil_mode=true} name="pool1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[2] [2,-3]
@"t" = f32[2] [1,10]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
fired: sink_affine: sc1 + pool1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,8,8]
%0 = average_pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], ceil_mode=true} name="pool1" : f32[2,5,5]
"z" = conv(%0, @"w", @%0) name="conv1" : f32[1,5,5]
output("z")
@"w" = f32[1,2,1,1] [2,-6]
@%0 = f32[1] [21]
