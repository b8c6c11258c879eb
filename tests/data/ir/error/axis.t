# An axis that the value does not have.
test error
--- in
"x" = input : f32[3,4]
"y" = batch_normalization("x", @"k") {axis=3, epsilon=1} name="scale1"
output("y")
@"k" = f32[4] zeros
--- error
E_SHAPE: batch_normalization 'scale1': axis is 3, which a value of rank 2 does not have
