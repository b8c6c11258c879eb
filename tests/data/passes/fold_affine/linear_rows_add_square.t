# Rows: as many rows as channels, so ncnn adds the vector per row (hole H12).
test pass fold_affine
--- in
"x" = input : f32[2,3]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w", @"b") name="fc1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = add(%900, %901) name="add1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"k" = f32[2] [100,200]
--- remarks
missed: fold_affine: fc1 + add1: not folded into the linear: the factors run along axis 0, the channels of the linear along axis 1
--- out
same
