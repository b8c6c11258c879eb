# Not merged: a maximum is no sum.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"s" = eltwise("a", "b") {op=max} name="max1"
"y" = eltwise("s", "b") {op=sum} name="sum1"
output("y")
--- remarks
--- out
same
