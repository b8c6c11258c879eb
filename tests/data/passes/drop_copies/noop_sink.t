# Case 35: a Noop with more inputs than outputs. The reader of the format made the second input a result; it stays one.
test pass drop_copies,drop_identities
--- in
"x" = input : f32[2]
"a" = tanh("x") name="tanh1"
"b" = sigmoid("x") name="sigmoid1"
"o" = identity("a", "b") name="noop1"
output("o" as "output", "b" as "796")
--- remarks
fired: drop_identities: noop1 removed
--- out
"x" = input : f32[2]
"o" = tanh("x") name="tanh1" : f32[2]
"b" = sigmoid("x") name="sigmoid1" : f32[2]
output("o" as "output", "b" as "796")
