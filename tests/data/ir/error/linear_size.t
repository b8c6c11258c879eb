# An inner product of 5 on 6 elements.
test error
--- in
"x" = input : f32[6]
"y" = linear("x", @"w") name="fc1"
output("y")
@"w" = f32[2,5] zeros
--- error
E_SHAPE: linear 'fc1': number of elements of x is 6, 5 expected: the runtime would read out of bounds
