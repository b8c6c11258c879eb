# Not a sigmoid: the constant 1 has axes that x has not, so that the result is larger than x.
test pass recognise_activation
--- in
"x" = input : f32[4]
"n" = neg("x") name="neg1"
"e" = exp("n") name="exp1"
"a" = add("e", @"ones") name="add1"
"y" = reciprocal("a") name="rec1"
output("y")
@"ones" = f32[3,4] [1,1,1,1,1,1,1,1,1,1,1,1]
--- remarks
--- out
same
