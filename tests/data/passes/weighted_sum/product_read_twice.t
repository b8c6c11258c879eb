# p + p where p = 2a is p * 2; putting the factors together is not this pass's business.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"y" = add("p", "p") name="add1"
output("y")
@"two" = f32[] [2]
--- remarks
fired: weighted_sum: add1 -> add1 (mul)
--- out
"a" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1" : f32[2,3]
"y" = mul("p", @%0) name="add1" : f32[2,3]
output("y")
@"two" = f32[] [2]
@%0 = f32[] [2]
