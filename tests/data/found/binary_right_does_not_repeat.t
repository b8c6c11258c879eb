# Repeating the last part is ncnn's way with axes paired from the first; paired from the last, sizes pair or are 1.
test error
--- in
"a" = input : f32[4,5,5]
"b" = input : f32[4,5]
"y" = mul("a", "b") name="mul1"
output("y")
--- error
E_SHAPE: mul 'mul1': a is 4,5,5, b is 4,5: axis 1 of the result fits neither way
