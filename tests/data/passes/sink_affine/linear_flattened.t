# An image that the inner product flattens: a factor for each run of 4 columns.
test pass sink_affine
--- in
"x" = input : f32[2,2,2]
"y" = batch_norm("x", @"g", @"m", @"v", @"b") name="bn1"
"z" = linear("y", @"w") {flatten=all} name="fc1"
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
"z" = linear("x", @"w", @%0) {flatten=all} name="fc1" : f32[1]
output("z" as "out")
@"w" = f32[1,8] [2,2,2,2,30,30,30,30]
@%0 = f32[1] [192]
