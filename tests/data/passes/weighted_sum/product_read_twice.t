# p + p where p = 2a: read twice, here.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"y" = add("p", "p") name="add1"
output("y")
@"two" = f32[] [2]
--- remarks
missed: weighted_sum: mul1 + add1: the output in between is read twice
--- out
same
