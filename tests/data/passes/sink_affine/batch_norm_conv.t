# The whole map goes into a convolution that pads nothing: factors into input channels, the shift into a new bias.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"g", @"b", @"m", @"v") {epsilon=0} name="bn1"
"z" = conv("y", @"w") {act=relu} name="conv1"
output("z" as "out")
@"g" = f32[2] [2,3]
@"m" = f32[2] [1,0]
@"v" = f32[2] [1,1]
@"b" = f32[2] [0,5]
@"w" = f32[2,2,1,2] [1,10,100,1000,2,20,200,2000]
--- remarks
fired: sink_affine: bn1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w", @%0) {act=relu} name="conv1" : f32[2,"x".1,"x".2-1]
output("z" as "out")
@"w" = f32[2,2,1,2] [2,20,300,3000,4,40,600,6000]
@%0 = f32[2] [5478,10956]
