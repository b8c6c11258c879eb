# Factors of columns go into a constant second matrix, those of rows into a constant first one; of
# other axes into neither.
test pass lift_affine for=onnx13
--- in
"x" = input : f32[2,3,4]
"m" = matmul("x", @"w") name="columns"
"y" = mul("m", @"c") name="mul1"
"t" = matmul("x", @"v") {transB=1} name="columns2"
"u" = mul("t", @"c") name="mul2"
"n" = matmul(@"a", "x") name="rows"
"z" = mul("n", @"r") name="mul3"
"p" = matmul("x", @"w2") name="columns3"
"q" = mul("p", @"d") name="mul4"
output("y", "u", "z", "q")
@"w" = f32[4,2] [1,2,3,4,5,6,7,8]
@"w2" = f32[4,2] [1,2,3,4,5,6,7,9]
@"v" = f32[2,4] [1,2,3,4,5,6,7,8]
@"a" = f32[2,3] [1,2,3,4,5,6]
@"c" = f32[2] [10,100]
@"r" = f32[2,1] [10,100]
@"d" = f32[3,1] [10,100,1000]
--- remarks
fired: lift_affine: columns + mul1 -> columns (matmul)
fired: lift_affine: columns2 + mul2 -> columns2 (matmul)
fired: lift_affine: rows + mul3 -> rows (matmul)
missed: lift_affine: columns3 + mul4: not moved up to the weights: its operands have other readers, or not these factors
--- out
"x" = input : f32[2,3,4]
"y" = matmul("x", @"w") name="columns" : f32[2,3,2]
"u" = matmul("x", @"v") {transB=true} name="columns2" : f32[2,3,2]
"z" = matmul(@"a", "x") name="rows" : f32[2,2,4]
"p" = matmul("x", @"w2") name="columns3" : f32[2,3,2]
"q" = mul("p", @"d") name="mul4" : f32[2,3,2]
output("y", "u", "z", "q")
@"w" = f32[4,2] [10,200,30,400,50,600,70,800]
@"v" = f32[2,4] [10,20,30,40,500,600,700,800]
@"a" = f32[2,3] [10,20,30,400,500,600]
@"w2" = f32[4,2] [1,2,3,4,5,6,7,9]
@"d" = f32[3,1] [10,100,1000]
