# A symbol has one lower bound.
test error
--- in
"x" = input : f32[n,3]
"y" = input : f32[n>=0]
output("x", "y")
--- error
E_FORMAT: in:2:23: at least 0 found, at least 1 expected as before
