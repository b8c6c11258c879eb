# Order: a factor in the convolution's weights costs nothing; then the sum is a plain one.
test pass fold_affine,weighted_sum
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"p" = mul("c", @"two") name="mul1"
"c2" = conv("x", @"w") name="conv2"
"r" = relu("c2") name="relu1"
"y" = add("p", "r") name="add1"
output("y")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"two" = f32[] [2]
--- remarks
fired: fold_affine: conv1 + mul1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"p" = conv("x", @%0, @"b") name="conv1" : f32[2,"x".1,"x".2]
"c2" = conv("x", @%1) name="conv2" : f32[2,"x".1,"x".2]
"r" = relu("c2") name="relu1" : f32[2,"x".1,"x".2]
"y" = add("p", "r") name="add1" : f32[2,"x".1,"x".2]
output("y")
@%0 = f32[2,1,1,1] [4,-6]
@"b" = f32[2] [2,20]
@%1 = f32[2,1,1,1] [2,-3]
