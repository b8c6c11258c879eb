# Out of range.
test error
--- in
"x" = input : f32[3]
"y" = conv("x", @"w") {nd=4}
output("y")
@"w" = f32[4,3,1,1] zeros
--- error
E_FORMAT: in:2:23: params of 'conv': nd is 4, 1 to 3 expected
