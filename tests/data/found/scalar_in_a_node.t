# A scalar with a node of its own would be written as a vector, and become an operand only when it is read again.
test optimize
--- in
"x" = input : f32[2,3]
"k" = constant(@"k") name="constant1"
"y" = sub("k", "x") name="sub1"
output("y")
@"k" = f32[] [3]
--- out
"x" = input : f32[2,3]
"y" = sub(@"k", "x") name="sub1" : f32[2,3]
output("y")
@"k" = f32[] [3]
