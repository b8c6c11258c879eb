# Somebody else reads the first map.
test pass merge_affine
--- in
"x" = input : f32[2,3]
"a" = batch_normalization("x", @"k") {epsilon=1} name="scale1"
"y" = batch_normalization("a", @"k") {epsilon=1} name="scale2"
"z" = relu("a") name="relu1"
output("y", "z")
@"k" = f32[2] [10,100]
--- remarks
missed: merge_affine: scale1 + scale2: the output in between has another reader: relu1
--- out
same
