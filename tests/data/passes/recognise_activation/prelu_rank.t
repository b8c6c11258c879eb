# Not a prelu while the rank is not known: the slopes may go along any axis.
test pass recognise_activation
--- in
"x" = input : f32[?]
"r" = relu("x") name="relu1"
"n" = min("x", @"zero") name="min1"
"a" = mul("n", @"k") {align=late} name="mul1"
"y" = add("r", "a") {align=late} name="add1"
output("y")
@"k" = f32[3] [0.1,0.2,-0.3]
@"zero" = f32[] [0]
--- remarks
missed: recognise_activation: mul1 + add1: not a prelu: the rank of its other operand is not known
--- out
same
