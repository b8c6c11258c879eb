# Case 12: 4 meets 3 on the last axis, of which ncnn reads what is not there.
test error
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[2,3,3]
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"z" = add(%900, %901) name="add1"
output("z")
--- error
E_SHAPE: add 'add1': a is 2,3,4, b is 2,3,3: axis 2 of the result fits neither way
