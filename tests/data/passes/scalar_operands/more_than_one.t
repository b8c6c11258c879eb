# Two equal elements are no scalar: they meet an axis of size 2.
test pass scalar_operands
--- in
"x" = input : f32[2,3]
%900 = ncnn.align("x", @"k")
%901 = ncnn.align(@"k", "x")
"y" = add(%900, %901) name="add1"
output("y")
@"k" = f32[2] [2.5,2.5]
--- remarks
--- out
same
