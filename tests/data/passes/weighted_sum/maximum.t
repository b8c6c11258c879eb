# Not merged: a maximum is no sum.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"s" = max("a", "b") name="max1"
"y" = sum("s", "b") name="sum1"
output("y")
--- remarks
--- out
same
