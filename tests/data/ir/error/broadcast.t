# Case 12: 2 meets 3 in operands of one rank.
test error
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[3,3,4]
"z" = add("x", "y") {align=late} name="add1"
output("z")
--- error
E_SHAPE: add 'add1': a is 2,3,4, b is 3,3,4: with axes paired from the first, axis 0 fits neither way
