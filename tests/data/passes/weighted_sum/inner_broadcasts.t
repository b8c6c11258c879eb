# The outer sums are one; the inner one has a vector, and stays.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[3]
"c" = input : f32[2,3]
"s" = add("a", "b") name="add1"
"t" = add("c", "s") name="add2"
"y" = sub("t", "a") name="sub1"
output("y")
--- remarks
fired: weighted_sum: add2 + sub1 -> sub1 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[3]
"c" = input : f32[2,3]
"s" = add("a", "b") name="add1" : f32[2,3]
"y" = sum("c", "s", "a") {coeffs=[1,1,-1]} name="sub1" : f32[2,3]
output("y")
