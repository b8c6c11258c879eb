# Rows: how many is not known. With exactly 2 the vector would go along the rows (dtln's matrix of T rows and 257 columns, when T is 257).
test pass fold_affine
--- in
"x" = input : f32[t,3]
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
missed: fold_affine: add1: the add is not folded: which axes of its operands pair depends on a size that is not known
--- out
same
