# A value before its node.
test error
--- in
"x" = input : f32[3]
"y" = relu("z")
"z" = relu("x")
output("y")
--- error
E_FORMAT: in:2:12: 'z' found, a value defined before expected
