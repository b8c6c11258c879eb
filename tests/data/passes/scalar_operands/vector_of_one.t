# A MemoryData of one element becomes a number in the layer; the MemoryData goes.
test pass scalar_operands
--- in
"x" = input : f32[3]
"k" = constant(@"k") name="mem1"
%900 = ncnn.align("x", "k")
%901 = ncnn.align("k", "x")
"y" = mul(%900, %901) name="mul1"
output("y")
@"k" = f32[1] [2.5]
--- remarks
fired: scalar_operands: mul1 -> mul1 (mul), the constant 2.5 becomes a scalar
--- out
"x" = input : f32[3]
"y" = mul("x", @"k") name="mul1" : f32[3]
output("y")
@"k" = f32[] [2.5]
