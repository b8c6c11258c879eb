# A factor on one side; the other counts as it is.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"q" = mul("b", @"three") name="mul1"
"y" = add("a", "q") name="add1"
output("y")
@"three" = f32[] [3]
--- remarks
fired: weighted_sum: mul1 + add1 -> add1 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"y" = sum("a", "b") {coeffs=[1,3]} name="add1" : f32[2,3]
output("y")
