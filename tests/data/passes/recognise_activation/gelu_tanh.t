# GELU by tanh, with the cube as a power and as a product, and with x in front of the brackets.
test pass recognise_activation
--- in
"x" = input : f32[?]
"p" = pow("x", @"three") name="pow1"
"q" = mul("p", @"c") name="mul1"
"r" = add("x", "q") {align=late} name="add1"
"s" = mul("r", @"d") name="mul2"
"t" = tanh("s") name="tanh1"
"u" = add("t", @"one") name="add2"
"h" = mul("x", @"half") name="mul3"
"y" = mul("h", "u") {align=late} name="mul4"
"a2" = mul("x", @"c") name="mul5"
"b2" = mul("a2", "x") {align=late} name="mul6"
"c2" = add("b2", @"one") name="add3"
"d2" = mul("x", @"d") name="mul7"
"e2" = mul("d2", "c2") {align=late} name="mul8"
"t2" = tanh("e2") name="tanh2"
"u2" = add("t2", @"one") name="add4"
"v2" = mul("x", "u2") {align=late} name="mul9"
"y2" = mul("v2", @"half") name="mul10"
output("y", "y2")
@"three" = f32[] [3]
@"c" = f32[] [0.044715]
@"d" = f32[] [0.797884583]
@"one" = f32[] [1]
@"half" = f32[] [0.5]
--- remarks
fired: recognise_activation: mul7 + mul5 + mul6 + add3 + mul8 + tanh2 + add4 + mul9 + mul10 -> mul10 (gelu)
fired: recognise_activation: mul3 + pow1 + mul1 + add1 + mul2 + tanh1 + add2 + mul4 -> mul4 (gelu)
--- out
"x" = input : f32[?]
"y" = gelu("x") {fast_gelu=1} name="mul4" : f32[?]
"y2" = gelu("x") {fast_gelu=1} name="mul10" : f32[?]
output("y", "y2")
