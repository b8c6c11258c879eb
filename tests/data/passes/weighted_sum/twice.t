# Whatever the shape: one reader less, and a factor may go into weights.
test pass weighted_sum
--- in
"x" = input : f32[?]
"t" = tanh("x") name="tanh1"
"y" = add("t", "t") name="add1"
output("y")
--- remarks
fired: weighted_sum: add1 -> add1 (mul)
--- out
"x" = input : f32[?]
"t" = tanh("x") name="tanh1" : f32[?]
"y" = mul("t", @%0) name="add1" : f32[?]
output("y")
@%0 = f32[] [2]
