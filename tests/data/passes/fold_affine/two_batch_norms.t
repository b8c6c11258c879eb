# Two batch norms read one convolution: neither can be folded.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y1" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
"y2" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=2} name="bn2"
output("y1", "y2")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
missed: fold_affine: conv1 + bn1: the output in between has another reader: bn2
missed: fold_affine: conv1 + bn2: the output in between has another reader: bn1
--- out
same
