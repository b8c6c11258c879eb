# A hint about sizes is printed, not believed.
test infer
--- in
"x" = input {rank=3, hint=[12,12,3]}
"a" = conv("x", @"w")
output("a")
@"w" = f32[4,3,1,1] zeros
--- out
"x" = input {rank=3, hint=[12,12,3]} : f32[3,_,_]
"a" = conv("x", @"w") : f32[4,"x".1,"x".2]
output("a")
@"w" = f32[4,3,1,1] ...
