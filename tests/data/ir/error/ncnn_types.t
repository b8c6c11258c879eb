# Operators of ncnn state their types, as all others do.
test error
--- in
"x" = input : i32[?]
"y" = ncnn.layer_norm("x") name="norm1"
output("y")
--- error
E_SHAPE: ncnn.layer_norm 'norm1': x is of type i32, float expected
