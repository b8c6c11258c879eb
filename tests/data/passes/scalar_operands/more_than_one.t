# Two equal elements are no scalar: they meet an axis of size 2.
test pass scalar_operands
--- in
"x" = input : f32[2,3]
"y" = add("x", @"k") {align=left} name="add1"
output("y")
@"k" = f32[2] [2.5,2.5]
--- remarks
--- out
same
