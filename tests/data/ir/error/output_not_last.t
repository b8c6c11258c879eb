# The output node comes last.
test error
--- in
"x" = input : f32[3,4]
output("x")
"y" = relu("x")
--- error
E_FORMAT: in:3:7: a node found behind 'output', which is the last one
