# Two convolutions share weights and bias; the batch norm follows one. The other keeps the old ones.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y1" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
"y2" = conv("x", @"w", @"b") {stride=[2,2]} name="conv2"
output("y1", "y2")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y1" = conv("x", @%0, @%1) name="conv1" : f32[2,"x".1,"x".2]
"y2" = conv("x", @%2, @%3) {stride=[2,2]} name="conv2" : f32[2,floordiv("x".1+1,2),floordiv("x".2+1,2)]
output("y1", "y2")
@%0 = f32[2,1,1,1] [2,3]
@%1 = f32[2] [-3.5,-9.5]
@%2 = f32[2,1,1,1] [2,-3]
@%3 = f32[2] [1,10]
