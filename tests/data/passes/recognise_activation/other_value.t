# Not a swish: the sigmoid is of another value, or of the same at half the size.
test pass recognise_activation
--- in
"x" = input : f32[4]
"a" = abs("x") name="abs1"
"s" = sigmoid("a") name="sig1"
"y" = mul("s", "x") name="mul1"
"h" = mul("x", @"half") name="mul2"
"s2" = sigmoid("h") name="sig2"
"y2" = mul("x", "s2") name="mul3"
output("y", "y2")
@"half" = f32[] [0.5]
--- remarks
--- out
same
