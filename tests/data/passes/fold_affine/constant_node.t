# The constant is a layer of its own (MemoryData), of shape 2,1,1; it goes when nobody reads it any more.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"k" = constant(@"k") name="mem1"
"c" = conv("x", @"w", @"b") name="conv1"
"y" = add("c", "k") name="add1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2,1,1] [100,1000]
--- remarks
fired: fold_affine: conv1 + add1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [101,1010]
