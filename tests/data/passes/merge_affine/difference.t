# c - x stays a scalar operand: - (x + 2) + 5 is 3 - x.
test pass merge_affine
--- in
"x" = input : f32[?]
"a" = add("x", @"two") name="add1"
"n" = neg("a") name="neg1"
"y" = add("n", @"five") name="add2"
output("y")
@"two" = f32[] [2]
@"five" = f32[] [5]
--- remarks
fired: merge_affine: add1 + neg1 -> add1 (sub)
fired: merge_affine: add1 + add2 -> add1 (sub)
--- out
"x" = input : f32[?]
"y" = sub(@%0, "x") name="add1" : f32[?]
output("y")
@%0 = f32[] [3]
