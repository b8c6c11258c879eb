# GELU by tanh.
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
output("y")
@"three" = f32[] [3]
@"c" = f32[] [0.044715]
@"d" = f32[] [0.797884583]
@"one" = f32[] [1]
@"half" = f32[] [0.5]
--- remarks
fired: recognise_activation: mul3 + pow1 + mul1 + add1 + mul2 + tanh1 + add2 + mul4 -> mul4 (gelu)
--- out
"x" = input : f32[?]
"y" = gelu("x") {fast_gelu=1} name="mul4" : f32[?]
output("y")
