# Hole H7: two readers of one MemoryData. Each gets its own number, then the MemoryData goes.
test pass scalar_operands
--- in
"x" = input : f32[3]
"k" = constant(@"k") name="mem1"
"a" = add("x", "k") name="add1"
"y" = mul("a", "k") name="mul1"
output("y")
@"k" = f32[1] [2.5]
--- remarks
fired: scalar_operands: add1 -> add1 (add), the constant 2.5 becomes a scalar
fired: scalar_operands: mul1 -> mul1 (mul), the constant 2.5 becomes a scalar
--- out
"x" = input : f32[3]
"a" = add("x", @%0) name="add1" : f32[3]
"y" = mul("a", @%1) name="mul1" : f32[3]
output("y")
@%0 = f32[] [2.5]
@%1 = f32[] [2.5]
