# A role that may not be left out.
test error
--- in
"x" = input : f32[3]
"y" = add("x", _)
output("y")
--- error
E_FORMAT: in:2:7: '_' found for input 1 (b) of 'add', which may not be left out
