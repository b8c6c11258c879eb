# Hole H7: one constant on both sides.
test pass fold_constants
--- in
"x" = input : f32[2]
"m" = constant(@"m") name="mem1"
"t" = add("m", "m") name="add1"
"y" = mul("x", "t") name="mul1"
output("y")
@"m" = f32[1] [1.5]
--- remarks
fired: fold_constants: add1 -> add1 (constant)
--- out
"x" = input : f32[2]
"t" = constant(@%0) name="add1" : f32[1]
"y" = mul("x", "t") name="mul1" : f32[2]
output("y")
@%0 = f32[1] [3]
