# Factors of the rows of the first matrix are those of the rows of the result, one factor for all is
# one behind, too: both go into what follows.
test pass sink_affine for=onnx13
--- in
"x" = input : f32[2,3,_]
"y" = input : f32[2,_,4]
"a" = mul("x", @"r") name="mul1"
"b" = mul("y", @"c") name="mul2"
"m" = matmul("a", "b") name="product1"
"t" = transpose("m") {perm=[0,2,1]} name="turn"
"z" = linear("t", @"w", @"b") name="linear1"
output("z")
@"r" = f32[3,1] [2,3,4]
@"c" = f32[] [10]
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,2]
--- remarks
fired: sink_affine: mul1 + product1 + turn + linear1 -> linear1 (linear)
fired: sink_affine: mul2 + product1 + turn + linear1 -> linear1 (linear)
--- out
"x" = input : f32[2,3,_]
"y" = input : f32[2,_,4]
%0 = matmul("x", "y") name="product1" : f32[2,3,4]
%1 = transpose(%0) {perm=[0,2,1]} name="turn" : f32[2,4,3]
"z" = linear(%1, @"w", @"b") name="linear1" : f32[2,4,2]
output("z")
@"w" = f32[2,3] [20,60,120,80,150,240]
@"b" = f32[2] [1,2]
