# Half-precision weights times factors are f32.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = conv("y", @"w") name="conv1"
output("z")
@"s" = f32[2] [0.3,3]
@"w" = f16(f32)[1,2,1,1] [1,10]
--- remarks
fired: sink_affine: sc1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w") name="conv1" : f32[1,"x".1,"x".2]
output("z")
@"w" = f32[1,2,1,1] [0.3,30]
