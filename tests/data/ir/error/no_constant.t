# A constant that is nowhere.
test error
--- in
"x" = input : f32[3]
"y" = add("x", @"k")
output("y")
--- error
E_FORMAT: in:2:17: @'k' found, a constant of this text expected
