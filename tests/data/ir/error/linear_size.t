# An inner product of 6 on 5 elements.
test error
--- in
"x" = input : f32[5]
"y" = linear("x", @"w") name="fc1"
output("y")
@"w" = f32[2,6] zeros
--- error
E_SHAPE: linear 'fc1': number of elements of x is 5, 6 expected
