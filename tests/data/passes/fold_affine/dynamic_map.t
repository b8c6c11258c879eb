# What is added is computed by the network.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"k" = input : f32[2]
"c" = conv("x", @"w", @"b") name="conv1"
%900 = ncnn.align("c", "k")
%901 = ncnn.align("k", "c")
"y" = add(%900, %901) name="add1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
--- out
same
