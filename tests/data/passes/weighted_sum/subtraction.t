# A difference is no sum.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"y" = sub("p", "b") name="sub1"
output("y")
@"two" = f32[] [2]
--- remarks
--- out
same
