# x * sigmoid(x) in either order.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a" = abs("x") name="abs1"
"s" = sigmoid("a") name="sig1"
"m" = mul("s", "a") {align=late} name="mul1"
"s2" = sigmoid("m") name="sig2"
"y" = mul("m", "s2") {align=late} name="mul2"
output("y")
--- remarks
fired: recognise_activation: sig1 + mul1 -> mul1 (swish)
fired: recognise_activation: sig2 + mul2 -> mul2 (swish)
--- out
"x" = input : f32[?]
"a" = abs("x") name="abs1" : f32[?]
"m" = swish("a") name="mul1" : f32[?]
"y" = swish("m") name="mul2" : f32[?]
output("y")
