# Left to sink_affine: up there one factor for all would be repeated for two channels, below for one.
test optimize
--- in
"x" = input : f32[2,3]
"m" = mul("x", @"k") name="m"
"a" = reduce("m") {op=max, axes=[0]} name="a"
"b" = add("a", @"k") name="b"
output("b")
@"k" = f32[] [3]
--- remarks
fired: sink_affine: m + a + b -> b (batch_normalization)
missed: lift_affine: input #1 + b: not moved up to the weights: it is an input of the network
--- out
"x" = input : f32[2,3]
%0 = reduce("x") {op=max, axes=[0]} name="a" : f32[1,3]
"b" = batch_normalization(%0, @%0, @%1) {epsilon=1} name="b" : f32[1,3]
output("b")
@%0 = f32[1] [3]
@%1 = f32[1] [3]
