# Another reader keeps the MemoryData.
test pass scalar_operands
--- in
"x" = input : f32[3]
"z" = input : f32[3]
"k" = constant(@"k") name="mem1"
"a" = add("x", "k") name="add1"
"y" = concat("a", "k") {axis=0} name="concat1"
output("y")
@"k" = f32[1] [2.5]
--- remarks
fired: scalar_operands: add1 -> add1 (add), the constant 2.5 becomes a scalar
--- out
"x" = input : f32[3]
"z" = input : f32[3]
"k" = constant(@%0) name="mem1" : f32[1]
"a" = add("x", @%1) name="add1" : f32[3]
"y" = concat("a", "k") name="concat1" : f32[4]
output("y")
@%0 = f32[1] [2.5]
@%1 = f32[] [2.5]
