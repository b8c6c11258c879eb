# One factor for all goes with any axis.
test pass merge_affine
--- in
"x" = input : f32[2,_,_]
"a" = mul("x", @"two") name="mul1"
"y" = ncnn.bias("a", @"t") name="bias1"
output("y")
@"two" = f32[] [2]
@"t" = f32[2] [10,100]
--- remarks
fired: merge_affine: mul1 + bias1 -> mul1 (batch_normalization)
--- out
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @%0, @%1) {epsilon=1} name="mul1" : f32[2,"x".1,"x".2]
output("y")
@%0 = f32[2] [2,2]
@%1 = f32[2] [10,100]
