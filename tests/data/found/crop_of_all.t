# A crop that takes all of its input, as another layer tells later.
test optimize
--- in
"in0" = input {hint=[2,7]} : f32[?]
"v1_0" = ncnn.batch_norm("in0", @"k0", @"k1", @"k2", @%0) name="n1"
"v3_0" = ncnn.crop("in0") {starts=[0], ends=[2], axes=[0]} name="n2"
output("v3_0", "v1_0")
@"k0" = f32[1] [0]
@"k1" = f32[1] [0]
@"k2" = f32[1] [0]
@%0 = f32[1] [0]
--- out
same
