# Rows: another number of rows than channels, so the vector goes along the channels.
test pass fold_affine
--- in
"x" = input : f32[5,3]
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
fired: fold_affine: fc1 + add1 -> fc1 (linear)
--- out
"x" = input : f32[5,3]
"y" = linear("x", @"w", @"b") name="fc1" : f32[5,2]
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [101,210]
