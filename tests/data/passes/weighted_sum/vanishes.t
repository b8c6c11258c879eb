# Not merged: a value minus itself is 0 only where it is finite.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"s" = add("a", "b") name="add1"
"p" = mul("a", @"k") name="mul1"
"y" = add("s", "p") name="add2"
output("y")
@"k" = f32[] [-1]
--- remarks
missed: weighted_sum: add1 + add2: not made a weighted sum: a factor is 0 or too large
--- out
same
