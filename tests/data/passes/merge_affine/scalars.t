# Two factors for all are one, and so are two summands.
test pass merge_affine
--- in
"x" = input : f32[?]
"a" = mul("x", @"two") name="mul1"
"b" = div("a", @"four") name="div1"
"c" = add("b", @"two") name="add1"
"y" = sub("c", @"five") name="sub1"
output("y")
@"two" = f32[] [2]
@"four" = f32[] [4]
@"five" = f32[] [5]
--- remarks
fired: merge_affine: mul1 + div1 -> mul1 (mul)
fired: merge_affine: add1 + sub1 -> add1 (add)
--- out
"x" = input : f32[?]
"b" = mul("x", @%0) name="mul1" : f32[?]
"y" = add("b", @%1) name="add1" : f32[?]
output("y")
@%0 = f32[] [0.5]
@%1 = f32[] [-3]
