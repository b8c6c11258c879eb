# A gelu whose pieces were permuted one by one: the permutations go behind all of it.
test pass moves_past_elementwise,recognise_activation
--- in
"x" = input : f32[2,3,4]
"h" = mul("x", @"half") name="half1"
"a" = transpose("h") {perm=[0,2,1]} name="turn1"
"r" = mul("x", @"root") name="root1"
"b" = transpose("r") {perm=[0,2,1]} name="turn2"
"e" = erf("b") name="erf1"
"o" = add(@"one", "e") name="add1"
"y" = mul("a", "o") name="mul1"
output("y")
@"half" = f32[] [0.5]
@"root" = f32[] [0.70710678]
@"one" = f32[] [1]
--- remarks
fired: moves_past_elementwise: turn1 + turn2 + erf1 + add1 + mul1 -> turn1 (transpose)
fired: recognise_activation: half1 + root1 + erf1 + add1 + mul1 -> mul1 (gelu)
--- out
"x" = input : f32[2,3,4]
%0 = gelu("x") name="mul1" : f32[2,3,4]
"y" = transpose(%0) {perm=[0,2,1]} name="turn1" : f32[2,4,3]
output("y")
