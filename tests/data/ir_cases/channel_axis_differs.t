# Case 1: what scales rows and what scales columns is known by axis alone. With the same vectors on a square only the second goes into the inner product.
test pass fold_affine
--- in
"x" = input : f32[2,2]
%950 = ncnn.as_rows("x") {ic=2}
"a" = linear(%950, @"w") name="fc1"
"y1" = batch_normalization("a", @"k", @"z", @"z", @"o") {epsilon=0} name="rows"
%951 = ncnn.as_rows("x") {ic=2}
"b" = linear(%951, @"v") name="fc2"
"y2" = batch_normalization("b", @"k", @"z", @"z", @"o") {axis=1, epsilon=0} name="columns"
output("y1", "y2")
@"w" = f32[2,2] [1,2,3,4]
@"v" = f32[2,2] [5,6,7,8]
@"k" = f32[2] [10,100]
@"z" = f32[2] [0,0]
@"o" = f32[2] [1,1]
--- remarks
fired: fold_affine: fc2 + columns -> fc2 (linear)
missed: fold_affine: fc1 + rows: not folded into the linear: the factors run along axis 0, the channels of the linear along axis 1
--- out
"x" = input : f32[2,2]
"a" = linear("x", @"w") name="fc1" : f32[2,2]
"y1" = batch_normalization("a", @"k", @"z", @"z", @"o") {epsilon=0} name="rows" : f32[2,2]
"y2" = linear("x", @"v") name="fc2" : f32[2,2]
output("y1", "y2")
@"w" = f32[2,2] [1,2,3,4]
@"k" = f32[2] [10,100]
@"z" = f32[2] [0,0]
@"o" = f32[2] [1,1]
@"v" = f32[2,2] [50,60,700,800]
