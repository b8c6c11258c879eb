# Case 12: 4 meets 5 on the last axis, where ncnn reads out of bounds.
test error
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[2,3,5]
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"z" = add(%900, %901) name="add1"
output("z")
--- error
E_SHAPE: add 'add1': a is 2,3,4, b is 2,3,5: axis 2 of the result fits neither way
