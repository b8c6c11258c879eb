# Across a mean over rows and columns, to an inner product.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"m" = reduce("y") {op=mean, axes=[1,2], keepdims=false} name="mean1"
%950 = ncnn.as_rows("m") {ic=2}
"z" = linear(%950, @"w") name="fc1"
output("z")
@"s" = f32[2] [2,-3]
@"t" = f32[2] [1,-1]
@"w" = f32[1,2] [1,10]
--- remarks
fired: sink_affine: sc1 + mean1 + fc1 -> fc1 (linear)
--- out
"x" = input : f32[2,_,_]
%0 = reduce("x") {op=mean, axes=[1,2], keepdims=false} name="mean1" : f32[2]
"z" = linear(%0, @"w", @%0) name="fc1" : f32[1]
output("z")
@"w" = f32[1,2] [2,-30]
@%0 = f32[1] [-9]
