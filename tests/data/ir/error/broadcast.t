# Case 12: 4 meets 3 on the last axis, of which ncnn reads what is not there.
test error
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[2,3,3]
"z" = add("x", "y") {align=late} name="add1"
output("z")
--- error
E_SHAPE: add 'add1': a is 2,3,4, b is 2,3,3: with axes paired from the first, axis 2 fits neither way
