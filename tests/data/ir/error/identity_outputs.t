# An identity cannot hand on more than it gets.
test error
--- in
"x", "z" = input : f32[3], f32[3]
"a", "b", "c" = identity("x", "z") name="noop1"
output("a", "b", "c")
--- error
E_SHAPE: identity 'noop1': 3 outputs for 2 inputs, at most as many expected
