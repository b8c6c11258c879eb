# A variance of 0 makes the map so steep that what the map makes of the padding does not cancel: the rewrite would lose digits.
test optimize
--- in
"in" = input : f32[1,1,1]
"v1" = batch_norm("in", @"k17", @%0, @"k19", @"k20") name="n1"
"v27_0" = conv("v1", @"k21", @"k22") {stride=[1,2], pad_begin=[2,1]} name="n2"
output("v27_0" as "v31_0")
@"k17" = f32[1] [1]
@%0 = f32[1] [1]
@"k19" = f32[1] [0]
@"k20" = f32[1] [1]
@"k21" = f32[1,1,1,1] [1]
@"k22" = f32[1] [1]
--- remarks
missed: sink_affine: n1 + n2 -> n2 (conv): left unchanged: the rewrite would introduce cancellation: element 0 was 1 and became 0.999834061 (off by 0.00017, rounding explains 2e-06)
--- out
same
