# A vector is one channel; factors and statistics may be of other types than the input.
test run
--- in
"v" = batch_normalization(@"x", @"one", @"half", @"mean", @"var") {axis=1, epsilon=0}
"m" = batch_normalization(@"xh", @"scale", @"bias", @"means", @"vars") {axis=1, epsilon=0}
output("v", "m")
@"x" = f32[3] [1,2,3]
@"one" = f32[1] [3]
@"half" = f32[1] [0.5]
@"mean" = f32[1] [2]
@"var" = f32[1] [4]
@"xh" = f16[2,2] [1,2,3,4]
@"scale" = f32[2] [1,2]
@"bias" = f32[2] [0.1,1000]
@"means" = f64[2] [1,2]
@"vars" = f64[2] [4,0.25]
--- results
v 3: -1 0.5 2
m 2,2: 0.0999756 1000 1.09961 1008
