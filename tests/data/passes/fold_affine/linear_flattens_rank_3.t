# The sizes of the input are not known, but its rank 3 says that the inner product flattens it, and so that the result is a vector.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = linear("x", @"w", @"b") name="fc1"
"y" = batch_norm("c", @"s", @"m", @"v", @"t") {eps=1} name="bn1"
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
"y" = linear("x", @"w", @"b") {flatten=all} name="fc1" : f32[2]
output("y" as "out")
@"w" = f32[2,4] [1,2,3,4,-5,-6,-7,-8]
@"b" = f32[2] [-3.5,-9.5]
