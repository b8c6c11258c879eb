# Case 2: nothing is known of the input, as in mobilenetfacenet: the axis alone lets the batch norm fold; the last one needs the rank 3 that the convolution gives.
test optimize
--- in
"x" = input : f32[?]
"c" = conv("x", @"w") {group=2} name="conv1"
"n" = batch_normalization("c", @"k", @"z", @"z", @"o") {epsilon=0} name="bn1"
%950 = ncnn.as_rows("n") {ic=2}
"f" = linear(%950, @"v") name="fc1"
"y" = batch_normalization("f", @"k", @"z", @"z", @"o") {epsilon=0} name="bn2"
output("y")
@"w" = f32[2,1,2,2] [1,2,3,4,5,6,7,8]
@"v" = f32[2,2] [1,2,3,4]
@"k" = f32[2] [10,100]
@"z" = f32[2] [0,0]
@"o" = f32[2] [1,1]
--- norun
No search for sizes finds an image that leaves two elements.
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
fired: fold_affine: fc1 + bn2 -> fc1 (linear)
--- out
"x" = input : f32[?]
"n" = conv("x", @"w") {group=2} name="conv1" : f32[2,_,_]
%0 = reshape("n") {shape=[-1]} : f32[2*"n".1*"n".2]
"y" = linear(%0, @"v") name="fc1" : f32[2]
output("y")
@"w" = f32[2,1,2,2] [10,20,30,40,500,600,700,800]
@"v" = f32[2,2] [10,20,300,400]
