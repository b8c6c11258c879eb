# Not a GELU: 0.8 is not sqrt(2/pi).
test pass recognise_activation
--- in
"x" = input : f32[4]
"p" = pow("x", @"three") name="pow1"
"q" = mul("p", @"c") name="mul1"
"r" = add("x", "q") name="add1"
"s" = mul("r", @"d") name="mul2"
"t" = tanh("s") name="tanh1"
"u" = add("t", @"one") name="add2"
"h" = mul("x", @"half") name="mul3"
"y" = mul("h", "u") name="mul4"
output("y")
@"three" = f32[] [3]
@"c" = f32[] [0.044715]
@"d" = f32[] [0.8]
@"one" = f32[] [1]
@"half" = f32[] [0.5]
--- remarks
--- out
same
