# Case 3: on a vector ncnn's bias layer adds its first element to all of them. Where it has more the layer stays as it is.
test pass fold_affine
--- in
"x" = input : f32[3]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w", @"b") name="fc1"
"y" = ncnn.bias("c", @"t") name="bias1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"t" = f32[2] [100,200]
--- remarks
--- out
same
