# Two inputs whose shapes may differ.
test pass weighted_sum
--- in
"a" = input {rank=3} : f32[_,_,_]
"b" = input {rank=3} : f32[_,_,_]
"m" = mul("a", @"two") name="mul1"
"y" = add("m", "b") name="add1"
output("y")
@"two" = f32[] [2]
--- remarks
missed: weighted_sum: mul1 + add1: not made a weighted sum: the shapes of both sides are not proved equal
--- out
same
