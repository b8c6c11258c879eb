# An inner product of 5 on 6 elements.
test error
--- in
"x" = input : f32[6]
%950 = ncnn.as_rows("x") {ic=5}
"y" = linear(%950, @"w") name="fc1"
output("y")
@"w" = f32[2,5] zeros
--- error
E_SHAPE: ncnn.as_rows #3: number of elements of x is 6, 5 expected: the runtime would read out of bounds
