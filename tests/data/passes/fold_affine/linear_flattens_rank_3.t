# The sizes of the input are not known, but its rank 3 says that the inner product flattens it, and so that the result is a vector.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
%950 = ncnn.as_rows("x") {ic=4}
"c" = linear(%950, @"w", @"b") name="fc1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,4] [1,2,3,4,5,6,7,8]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- norun
No search for sizes finds three whose product is 4.
--- remarks
fired: fold_affine: fc1 + bn1 -> fc1 (linear)
--- out
"x" = input {rank=3} : f32[_,_,_]
%0 = reshape("x") {shape=[-1]} : f32["x".0*"x".1*"x".2]
"y" = linear(%0, @"w", @"b") name="fc1" : f32[2]
output("y" as "out")
@"w" = f32[2,4] [1,2,3,4,-5,-6,-7,-8]
@"b" = f32[2] [-3.5,-9.5]
