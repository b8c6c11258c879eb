# Two sums and a factor are one layer.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"c" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"s" = add("p", "b") name="add1"
"y" = sub("s", "c") name="sub1"
output("y")
@"two" = f32[] [2]
--- remarks
fired: weighted_sum: mul1 + add1 + sub1 -> sub1 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"c" = input : f32[2,3]
"y" = sum("a", "b", "c") {coeffs=[2,1,-1]} name="sub1" : f32[2,3]
output("y")
