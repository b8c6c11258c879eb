# The same with factors along an axis.
test pass merge_affine
--- in
"x" = input : f64[2,3]
"a" = batch_normalization("x", @"k", @"t") {epsilon=1,axis=0} name="a"
"y" = batch_normalization("a", @"k") {epsilon=1,axis=0} name="y"
output("y")
@"k" = f64[2] [0.1,3]
@"t" = f64[2] [1,0.3]
--- remarks
fired: merge_affine: a + y -> a (batch_normalization)
--- out
"x" = input : f64[2,3]
"y" = batch_normalization("x", @%0, @%1) {epsilon=1} name="a" : f64[2,3]
output("y")
@%0 = f64[2] [0.010000000000000002,9]
@%1 = f64[2] [0.1,0.8999999999999999]
