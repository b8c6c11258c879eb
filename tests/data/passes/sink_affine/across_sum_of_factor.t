# Not moved: the other summand does not have the factor.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"k" = input : f32[2,_,_]
"y" = mul("x", @"s") name="mul1"
%900 = ncnn.align("y", "k")
%901 = ncnn.align("k", "y")
"a" = add(%900, %901) name="add2"
"z" = conv("a", @"w") name="conv1"
output("z")
@"s" = f32[] [3]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
missed: sink_affine: mul1 + add2: not moved down to the weights: its operands have different factors
--- out
same
