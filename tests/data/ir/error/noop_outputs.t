# A Noop cannot hand on more than it gets.
test error
--- in
"x" = input : f32[3]
"a", "b" = noop("x") name="noop1"
output("a", "b")
--- error
E_SHAPE: noop 'noop1': 2 outputs for 1 inputs, at most as many expected
