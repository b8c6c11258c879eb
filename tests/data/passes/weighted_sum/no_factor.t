# A plain sum stays what it is.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"y" = add("a", "b") name="add1"
output("y")
--- remarks
--- out
same
