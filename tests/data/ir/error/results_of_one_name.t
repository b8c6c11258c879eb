# Two results of one name.
test error
--- in
"x" = input : f32[3]
"y" = relu("x")
output("y", "y")
--- error
E_FORMAT: in:3:1: two results named 'y' found, each needs a name of its own
