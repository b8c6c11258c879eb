# Two weights want different numbers of channels of one input.
test error
--- in
"x" = input : f32[c,h,w]
"a" = conv("x", @"w3") name="conv1"
"b" = conv("x", @"w4") name="conv2"
output("a", "b")
@"w3" = f32[2,3,1,1] zeros
@"w4" = f32[2,4,1,1] zeros
--- error
E_SHAPE: conv 'conv2': number of input channels is 3, 4 expected: the runtime would read out of bounds
