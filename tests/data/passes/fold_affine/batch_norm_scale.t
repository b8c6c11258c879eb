# Without a convolution: a scale goes into the batch norm before it.
test pass fold_affine
--- in
"c" = input : f32[2,_,_]
"n" = batch_norm("c", @"s", @"m", @"v", @"t") {eps=1} name="bn1"
"y" = scale("n", @"k") name="scale1"
output("y" as "out")
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
@"k" = f32[2] [10,100]
--- remarks
fired: fold_affine: bn1 + scale1 -> bn1 (batch_norm)
--- out
"c" = input : f32[2,_,_]
"y" = batch_norm("c", @"s", @"m", @"v", @"t") {eps=1} name="bn1" : f32[2,"c".1,"c".2]
output("y" as "out")
@"s" = f32[2] [20,-400]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [5,-50]
