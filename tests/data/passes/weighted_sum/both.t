# Two factors.
test pass weighted_sum
--- in
"a" = input : f32[2,_,_]
"b" = input : f32[2,"a".1,"a".2]
"p" = mul("a", @"two") name="mul1" features=1
"q" = mul(@"three", "b") name="mul2" features=2
"y" = add("p", "q") name="add1"
output("y")
@"two" = f32[] [2]
@"three" = f32[] [3]
--- remarks
fired: weighted_sum: mul2 + mul1 + add1 -> add1 (sum)
--- out
"a" = input : f32[2,_,_]
"b" = input : f32[2,"a".1,"a".2]
"y" = sum("a", "b") {coeffs=[2,3]} name="add1" features=3 : f32[2,"a".1,"a".2]
output("y")
