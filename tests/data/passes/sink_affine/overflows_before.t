# What is folded does not overflow where the layers before it did: such contents tell nothing, and are no reason to take it back.
test pass sink_affine
--- in
"x" = input : f32[2,5,5]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"p" = relu("y") name="relu1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[2] [1e38,2e38]
@"w" = f32[1,2,1,1] [1e-37,2e-37]
--- norun
The network itself overflows for some inputs, which decides nothing.
--- remarks
fired: sink_affine: sc1 + relu1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,5,5]
%0 = relu("x") name="relu1" : f32[2,5,5]
"z" = conv(%0, @"w") name="conv1" : f32[1,5,5]
output("z")
@"w" = f32[1,2,1,1] [10,40]
