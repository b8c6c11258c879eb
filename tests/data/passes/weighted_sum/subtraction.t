# A difference is a sum with a factor of -1.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"y" = sub("p", "b") name="sub1"
output("y")
@"two" = f32[] [2]
--- remarks
fired: weighted_sum: mul1 + sub1 -> sub1 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"y" = sum("a", "b") {coeffs=[2,-1]} name="sub1" : f32[2,3]
output("y")
