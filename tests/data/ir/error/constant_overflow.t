# More elements than memory has addresses.
test error
--- in
"x" = input : f32[3]
"y" = add("x", @"k")
output("y")
@"k" = f32[4000000000,4000000000,4000000000] zeros
--- error
E_FORMAT: in:4:2: the constant has too many elements
