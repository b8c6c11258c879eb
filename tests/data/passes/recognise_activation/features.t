# What a runtime must not do in one of the pieces it must not do in the whole.
test pass recognise_activation
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1" features=2
"y" = mul("s", "x") name="mul1" features=1
output("y")
--- remarks
fired: recognise_activation: sig1 + mul1 -> mul1 (swish)
--- out
"x" = input : f32[4]
"y" = swish("x") name="mul1" features=3 : f32[4]
output("y")
