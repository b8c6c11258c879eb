# Somebody else reads the first map.
test pass merge_affine
--- in
"x" = input : f32[2,3]
"a" = scale("x", @"k") name="scale1"
"y" = scale("a", @"k") name="scale2"
"z" = relu("a") name="relu1"
output("y", "z")
@"k" = f32[2] [10,100]
--- remarks
missed: merge_affine: scale1 + scale2: the output in between has another reader: relu1
--- out
same
