# Case 46: the number of input channels follows from the weights, here and in what was read before.
test infer
--- in
"x" = input {rank=3} : f32[_,_,_]
"r" = relu("x")
"a" = conv("r", @"w")
output("a")
@"w" = f32[4,3,1,1] zeros
--- out
"x" = input {rank=3} : f32[3,_,_]
"r" = relu("x") : f32[3,"x".1,"x".2]
"a" = conv("r", @"w") : f32[4,"x".1,"x".2]
output("a")
@"w" = f32[4,3,1,1] ...
