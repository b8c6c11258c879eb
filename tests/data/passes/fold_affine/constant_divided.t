# c / x is no affine map of x.
test pass fold_affine
--- in
"x" = input : f32[1,2,2]
"c" = conv("x", @"w", @"b") name="conv1"
%900 = ncnn.align(@"k", "c")
%901 = ncnn.align("c", @"k")
"y" = div(%900, %901) name="div1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2] [2,5]
--- remarks
missed: fold_affine: div1: the div is not folded: it is not an affine map of its other operand
--- out
same
