# Only some params may be late.
test error
--- in
"x" = input : f32[3]
"y" = conv("x", @"w") {nd=late}
output("y")
@"w" = f32[4,3,1,1] zeros
--- error
E_FORMAT: in:2:27: nd: 'late' found, an integer expected
