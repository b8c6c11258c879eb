# Not a prelu: slopes for each element.
test pass recognise_activation
--- in
"x" = input : f32[2,2]
"r" = relu("x") name="relu1"
"n" = min("x", @"zero") name="min1"
"a" = mul("n", @"k") name="mul1"
"y" = add("r", "a") name="add1"
output("y")
@"k" = f32[2,2] [0.1,0.2,-0.3,0.4]
@"zero" = f32[] [0]
--- remarks
missed: recognise_activation: mul1 + add1: not a prelu: its constant operand varies along more than one axis
--- out
same
