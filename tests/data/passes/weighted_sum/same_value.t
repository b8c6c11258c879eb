# Twice the same value: 2a + 3a is 5a.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"q" = mul("a", @"three") name="mul2"
"y" = add("p", "q") name="add1"
output("y")
@"two" = f32[] [2]
@"three" = f32[] [3]
--- remarks
fired: weighted_sum: mul2 + mul1 + add1 -> add1 (mul)
--- out
"a" = input : f32[2,3]
"y" = mul("a", @%0) name="add1" : f32[2,3]
output("y")
@%0 = f32[] [5]
