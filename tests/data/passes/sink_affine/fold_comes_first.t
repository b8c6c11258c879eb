# Order: the convolution in front takes all of a map, also what one behind could take.
test pass fold_affine,sink_affine
--- in
"x" = input : f32[1,_,_]
"c" = conv("x", @"w") name="conv1"
"y" = batch_normalization("c", @"s") {epsilon=1} name="sc1"
"z" = conv("y", @"w") name="conv2"
output("z")
@"s" = f32[1] [2]
@"w" = f32[1,1,1,1] [2]
--- remarks
fired: fold_affine: conv1 + sc1 -> conv1 (conv)
--- out
"x" = input : f32[1,_,_]
"y" = conv("x", @%0) name="conv1" : f32[1,"x".1,"x".2]
"z" = conv("y", @%1) name="conv2" : f32[1,"x".1,"x".2]
output("z")
@%0 = f32[1,1,1,1] [4]
@%1 = f32[1,1,1,1] [2]
