# Rows: another number of rows than channels, so the vector goes along the channels.
test pass fold_affine
--- in
"x" = input : f32[5,3]
"c" = linear("x", @"w", @"b") name="fc1"
"y" = add("c", @"k") {align=late} name="add1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"k" = f32[2] [100,200]
--- remarks
fired: fold_affine: fc1 + add1 -> fc1 (linear)
--- out
"x" = input : f32[5,3]
"y" = linear("x", @"w", @"b") {flatten=none} name="fc1" : f32[5,2]
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [101,210]
