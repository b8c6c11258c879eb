# An image that the inner product flattens: a factor for each run of 4 columns.
test pass sink_affine
--- in
"x" = input : f32[2,2,2]
"y" = batch_normalization("x", @"g", @"b", @"m", @"v") {epsilon=0} name="bn1"
%950 = ncnn.as_rows("y") {ic=8}
"z" = linear(%950, @"w") name="fc1"
output("z" as "out")
@"g" = f32[2] [2,3]
@"m" = f32[2] [1,0]
@"v" = f32[2] [1,1]
@"b" = f32[2] [0,5]
@"w" = f32[1,8] [1,1,1,1,10,10,10,10]
--- remarks
fired: sink_affine: bn1 + fc1 -> fc1 (linear)
--- out
"x" = input : f32[2,2,2]
%0 = reshape("x") {shape=[-1]} : f32[8]
"z" = linear(%0, @"w", @%0) name="fc1" : f32[1]
output("z" as "out")
@"w" = f32[1,8] [2,2,2,2,30,30,30,30]
@%0 = f32[1] [192]
