# A constant of shape 1,1,1 makes rank 3 of a vector: it stays.
test pass scalar_operands
--- in
"x" = input : f32[3]
"y" = add("x", @"k") name="add1"
output("y")
@"k" = f32[1,1,1] [2.5]
--- remarks
--- out
same
