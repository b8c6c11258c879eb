# Three values in two sums are one sum.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"c" = input : f32[2,3]
"s" = add("a", "b") name="add1"
"y" = add("c", "s") name="add2"
output("y")
--- remarks
fired: weighted_sum: add1 + add2 -> add2 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"c" = input : f32[2,3]
"y" = sum("c", "a", "b") name="add2" : f32[2,3]
output("y")
