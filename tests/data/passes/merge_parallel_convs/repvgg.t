# The whole block as it is trained: 3x3, 1x1 and x, each normalised.
test pass fold_affine,merge_parallel_convs,fuse_activation
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"an" = batch_normalization("a", @"s", @"t", @"m", @"v") name="bn3"
"b" = conv("x", @"w1") name="conv1"
"bn" = batch_normalization("b", @"s", @"t", @"m", @"v") name="bn1"
"i" = batch_normalization("x", @"s", @"t", @"m", @"v") name="bn0"
"s1" = add("an", "bn") name="add1"
"s2" = add("s1", "i") name="add2"
"y" = relu("s2") name="relu1"
output("y")
@"w3" = f32[2,2,3,3] seed 3
@"w1" = f32[2,2,1,1] [1,2,3,4]
@"s" = f32[2] [2,-6]
@"m" = f32[2] [0.5,0]
@"v" = f32[2] [1,3]
@"t" = f32[2] [1,4]
--- remarks
fired: fold_affine: conv3 + bn3 -> conv3 (conv)
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
fired: merge_parallel_convs: conv3 + conv1 + add1 -> conv3 (conv)
fired: merge_parallel_convs: conv3 + bn0 + add2 -> conv3 (conv)
fired: fuse_activation: conv3 + relu1 -> conv3 (conv)
--- out
"x" = input : f32[2,5,6]
"y" = conv("x", @"w3", @%0) {pad_begin=[1,1], pad_end=[1,1], act=relu} name="conv3" : f32[2,5,6]
output("y")
@"w3" = f32[2,2,3,3] [-0.53504294,3.836604,0.8320655,3.7448437,4.2749853,2.2658126,0.07978499,-2.459984,1.8246163,-0.383119,0.5318555,1.9476149,-2.625793,1.5428052,0.107200995,2.8417218,-1.0700791,-1.6740266,5.645464,2.7309704,2.3627431,-2.2633567,-14.836029,1.6034963,1.4629943,-3.4648087,-5.684011,-3.1347852,5.022835,-0.9133672,2.9942899,-19.528751,3.1424956,3.3035734,-1.2113568,6.7817755]
@%0 = f32[2] [1.4999888e-5,12]
