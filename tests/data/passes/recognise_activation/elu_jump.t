# Not an ELU: the halves do not meet at 0.
test pass recognise_activation
--- in
"x" = input : f32[4]
"e" = exp("x") name="exp1"
"a" = ncnn.power("e") {scale=0.5, shift=-0.25} name="power1"
"n" = min("a", @"zero") name="min1"
"r" = relu("x") name="relu1"
"y" = add("r", "n") name="add1"
output("y")
@"zero" = f32[] [0]
--- remarks
--- out
same
