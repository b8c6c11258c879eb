# A symbol is at least 1, so that no element can be there.
test error
--- in
"x" = input {rank=3} : f32[c,h,-w]
"a" = relu("x")
output("a")
--- error
E_SHAPE: input 'x': axis 2 has size -w, 1 at least expected
