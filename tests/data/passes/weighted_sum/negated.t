# The sum of one and the negative of another is a difference.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"n" = neg("a") name="neg1"
"y" = add("n", "b") name="add1"
output("y")
--- remarks
fired: weighted_sum: neg1 + add1 -> add1 (sub)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"y" = sub("b", "a") name="add1" : f32[2,3]
output("y")
