# The other operand has rank 0: the result would lose its axis.
test pass scalar_operands
--- in
"x" = input : f32[]
"y" = add("x", @"k") name="add1"
output("y")
@"k" = f32[1] [2.5]
--- remarks
--- out
same
