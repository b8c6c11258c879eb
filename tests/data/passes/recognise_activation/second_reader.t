# Not made one: the sigmoid is a result too.
test pass recognise_activation
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1"
"y" = mul("s", "x") name="mul1"
output("y", "s")
--- remarks
missed: recognise_activation: sig1 + mul1: the output in between is a result of the network
--- out
same
