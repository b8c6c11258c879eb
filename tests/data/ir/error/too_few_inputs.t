# A role that must be filled.
test error
--- in
"x" = input : f32[3]
"y" = add("x")
output("y")
--- error
E_FORMAT: in:2:7: 1 input of 'add' found, 2 expected
