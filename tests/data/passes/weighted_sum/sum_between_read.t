# Not merged: the inner sum is a result.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"c" = input : f32[2,3]
"s" = add("a", "b") name="add1"
"y" = add("c", "s") name="add2"
output("y", "s")
--- remarks
--- out
same
