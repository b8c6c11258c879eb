# Hole H10: the dropout scales what comes out of the sigmoid in the slot, not what goes in.
test pass fold_affine
--- in
"x" = input : f32[3]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w", @"b") {act=sigmoid} name="fc1"
"y" = ncnn.dropout("c") {scale=0.5} name="drop1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
--- remarks
missed: fold_affine: fc1 + drop1: not folded into the linear: an activation is fused already
--- out
same
