# A double that f32 cannot hold stays a vector.
test pass scalar_operands
--- in
"x" = input : f32[4]
"y" = mul("x", @"s") name="mul1"
output("y")
@"s" = f64[1] [1e40]
--- remarks
missed: scalar_operands: mul1: its constant is not made a scalar: it is not finite in f32
--- out
same
