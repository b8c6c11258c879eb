# Fewer numbers than elements.
test error
--- in
"x" = input : f32[3]
"y" = add("x", @"k")
output("y")
@"k" = f32[3] [1,2]
--- error
E_FORMAT: in:4:19: 2 values found, 3 expected by the shape
