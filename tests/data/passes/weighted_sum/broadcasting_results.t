# The same with a result.
test pass weighted_sum
--- in
"in0" = input : f32[3,2,2]
"b" = input : f32[3,1,1]
"m" = mul("in0", @"two") name="mul1"
"y" = add("m", "b") name="add1"
output("y")
@"two" = f32[] [2]
--- remarks
missed: weighted_sum: mul1 + add1: not made a weighted sum: the shapes of both sides are not proved equal
--- out
same
