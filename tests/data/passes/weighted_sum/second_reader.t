# One product is read elsewhere; the other one is taken, and it counts with factor 1.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1"
"q" = mul("b", @"three") name="mul2"
"y" = add("p", "q") name="add1"
output("y", "p")
@"two" = f32[] [2]
@"three" = f32[] [3]
--- remarks
fired: weighted_sum: mul2 + add1 -> add1 (sum)
missed: weighted_sum: mul1 + add1: the output in between is a result of the network
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"p" = mul("a", @"two") name="mul1" : f32[2,3]
"y" = sum("p", "b") {coeffs=[1,3]} name="add1" : f32[2,3]
output("y", "p")
@"two" = f32[] [2]
