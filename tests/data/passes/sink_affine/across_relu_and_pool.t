# Factors that are not negative move across a relu and pooling, each channel its own.
test pass sink_affine
--- in
"x" = input : f32[2,8,8]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"r" = leaky_relu("y") {alpha=0.1} name="relu1"
"p" = max_pool("r") {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1"
"z" = conv("p", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("z")
@"s" = f32[2] [2,3]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
fired: sink_affine: sc1 + relu1 + pool1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,8,8]
%0 = leaky_relu("x") {alpha=0.1} name="relu1" : f32[2,8,8]
%1 = max_pool(%0) {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1" : f32[2,4,4]
"z" = conv(%1, @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1" : f32[1,5,5]
output("z")
@"w" = f32[1,2,2,2] [2,4,6,8,15,18,21,24]
