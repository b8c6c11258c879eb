# The nearest name is offered.
test error
--- in
"x" = input : f32[3]
"y" = sigmod("x")
output("y")
--- error
E_FORMAT: in:2:7: 'sigmod' found, an operator: did you mean 'sigmoid'? expected
