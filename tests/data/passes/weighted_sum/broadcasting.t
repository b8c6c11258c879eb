# Hole H5: a constant per channel is broadcast; a weighted sum does not do that.
test pass weighted_sum
--- in
"in0" = input : f32[3,2,2]
"b" = constant(@"b") name="mem1"
"m" = mul("in0", @"two") name="mul1"
"y" = add("m", "b") name="add1"
output("y")
@"two" = f32[] [2]
@"b" = f32[3,1,1] [1,2,3]
--- remarks
missed: weighted_sum: mul1 + add1: not made a weighted sum: one side is a constant
--- out
same
