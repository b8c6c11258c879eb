# Hole H7: two convolutions and one MemoryData. Each folds its own copy; the constant goes with the last one.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"k" = constant(@"k") name="mem1"
"c" = conv("x", @"w", @"b") name="conv1"
"e" = conv("x", @"w2") name="conv2"
"y1" = add("c", "k") name="add1"
"y2" = mul("e", "k") name="mul1"
output("y1", "y2")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2,1,1] [100,1000]
@"w2" = f32[2,1,1,1] [4,5]
--- remarks
fired: fold_affine: conv1 + add1 -> conv1 (conv)
fired: fold_affine: conv2 + mul1 -> conv2 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y1" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
"y2" = conv("x", @"w2") name="conv2" : f32[2,"x".1,"x".2]
output("y1", "y2")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [101,1010]
@"w2" = f32[2,1,1,1] [400,5000]
