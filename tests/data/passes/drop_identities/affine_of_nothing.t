# A scale of ones, a bias of zeros, a batch norm that does nothing, and one whose eps does something.
test pass drop_identities
--- in
"x" = input : f32[2,_,_]
"a" = tanh("x") name="tanh1"
"b" = batch_normalization("a", @"one") {epsilon=1} name="scale1"
"c" = ncnn.bias("b", @"zero") name="bias1"
"d" = batch_normalization("c", @"one", @"zero", @"zero", @"one") {epsilon=0} name="bn1"
"y" = batch_normalization("d", @"one", @"zero", @"zero", @"one") {epsilon=0.1} name="bn2"
output("y")
@"zero" = f32[2] [0,0]
@"one" = f32[2] [1,1]
--- remarks
fired: drop_identities: scale1 removed
fired: drop_identities: bias1 removed
fired: drop_identities: bn1 removed
--- out
"x" = input : f32[2,_,_]
"a" = tanh("x") name="tanh1" : f32[2,"x".1,"x".2]
"y" = batch_normalization("a", @"one", @"zero", @"zero", @"one") {epsilon=0.1} name="bn2" : f32[2,"x".1,"x".2]
output("y")
@"one" = f32[2] [1,1]
@"zero" = f32[2] [0,0]
