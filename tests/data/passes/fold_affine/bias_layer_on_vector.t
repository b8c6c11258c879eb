# Case 3: on a vector ncnn's bias layer adds its first element to all of them. That is what is folded: 100 to both channels.
test pass fold_affine
--- in
"x" = input : f32[3]
"c" = linear("x", @"w", @"b") name="fc1"
"y" = bias("c", @"t") name="bias1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"t" = f32[2] [100,200]
--- remarks
fired: fold_affine: fc1 + bias1 -> fc1 (linear)
--- out
"x" = input : f32[3]
"y" = linear("x", @"w", @"b") {flatten=all} name="fc1" : f32[2]
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [101,110]
