# Four bits hold 7 at most.
test error
--- in
"y" = abs(@"x")
output("y")
@"x" = i4[1] [8]
--- error
E_FORMAT: in:3:15: '8' found, which does not fit i4
