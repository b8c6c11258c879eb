# Beside a scalar a vector of one element gives a vector.
test pass scalar_operands
--- in
"x" = input : f32[?]
"y" = mul("x", @"k") name="mul1"
output("y")
@"k" = f32[1] [2.5]
--- remarks
missed: scalar_operands: mul1: its constant is not made a scalar: the other operand may be one
--- out
same
