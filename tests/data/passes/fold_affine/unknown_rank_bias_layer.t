# What a bias layer does depends on the rank.
test pass fold_affine
--- in
"x" = input : f32[?]
"c" = conv("x", @"w", @"b") {vector_ok=true} name="conv1"
"y" = bias("c", @"t") name="bias1"
output("y" as "out")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"t" = f32[2] [100,200]
--- remarks
missed: fold_affine: bias1: the bias is not folded: the rank of its input is not known, and up to rank 2 only the first element of its bias counts
--- out
same
