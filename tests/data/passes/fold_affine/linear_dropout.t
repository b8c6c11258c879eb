# A dropout that scales is one factor for all channels.
test pass fold_affine
--- in
"x" = input : f32[3]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w", @"b") name="fc1"
"y" = ncnn.dropout("c") {scale=0.5} name="drop1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
--- remarks
fired: fold_affine: fc1 + drop1 -> fc1 (linear)
--- out
"x" = input : f32[3]
"y" = linear("x", @"w", @"b") name="fc1" : f32[2]
output("y" as "out")
@"w" = f32[2,3] [0.5,1,1.5,2,2.5,3]
@"b" = f32[2] [0.5,5]
