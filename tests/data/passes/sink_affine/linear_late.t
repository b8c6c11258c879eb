# Not moved: whether the inner product flattens is not known.
test pass sink_affine
--- in
"x" = input {rank=2} : f32[_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
%950 = ncnn.as_rows("y") {ic=4}
"z" = linear(%950, @"w") name="fc1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"w" = f32[2,4] [1,10,100,1000,1,2,3,4]
--- remarks
missed: sink_affine: sc1 + ncnn.as_rows #6: not moved down to the weights: whether it maps rows depends on a size that is not known
--- out
same
