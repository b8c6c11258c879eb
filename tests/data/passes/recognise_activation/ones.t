# A constant of many elements counts as a number where the result is proved to have the shape of x.
test pass recognise_activation
--- in
"x" = input : f32[3,4]
"n" = neg("x") name="neg1"
"e" = exp("n") name="exp1"
"a" = add("e", @"ones") name="add1"
"y" = reciprocal("a") name="rec1"
output("y")
@"ones" = f32[4] [1,1,1,1]
--- remarks
fired: recognise_activation: neg1 + exp1 + add1 + rec1 -> rec1 (sigmoid)
--- out
"x" = input : f32[3,4]
"y" = sigmoid("x") name="rec1" : f32[3,4]
output("y")
