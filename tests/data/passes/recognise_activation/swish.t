# x * sigmoid(x) in either order, and x / (1 + exp(-x)), at any rank.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a" = abs("x") name="abs1"
"s" = sigmoid("a") name="sig1"
"m" = mul("s", "a") {align=late} name="mul1"
"s2" = sigmoid("m") name="sig2"
"y" = mul("m", "s2") {align=late} name="mul2"
"n" = neg("y") name="neg1"
"e" = exp("n") name="exp1"
"p" = add(@"one", "e") name="add1"
"z" = div("y", "p") {align=late} name="div1"
"e2" = exp("z") {scale=-1} name="exp2"
"p2" = power("e2") {shift=1} name="pow2"
"r2" = reciprocal("p2") name="rec2"
"w" = mul("r2", "z") {align=late} name="mul3"
output("w")
@"one" = f32[] [1]
--- remarks
fired: recognise_activation: exp2 + pow2 + rec2 + mul3 -> mul3 (swish)
fired: recognise_activation: neg1 + exp1 + add1 + div1 -> div1 (swish)
fired: recognise_activation: sig2 + mul2 -> mul2 (swish)
fired: recognise_activation: sig1 + mul1 -> mul1 (swish)
--- out
"x" = input : f32[?]
"a" = abs("x") name="abs1" : f32[?]
"m" = swish("a") name="mul1" : f32[?]
"y" = swish("m") name="mul2" : f32[?]
"z" = swish("y") name="div1" : f32[?]
"w" = swish("z") name="mul3" : f32[?]
output("w")
