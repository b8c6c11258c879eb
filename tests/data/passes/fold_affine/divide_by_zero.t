# One of the divisors is 0: x / 0 is no affine map.
test pass fold_affine
--- in
"x" = input : f32[1,2,2]
"c" = conv("x", @"w", @"b") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = div(%900, %901) name="div1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2] [2,0]
--- remarks
missed: fold_affine: div1: the div is not folded: a constant divisor is 0, or its inverse is not finite
--- out
same
