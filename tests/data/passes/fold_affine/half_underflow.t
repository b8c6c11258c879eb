# The second row would be 4 and 5 times the smallest half, off by a quarter, and a layer behind may scale it up again: refused,
# though the first row makes the whole error look small.
test pass fold_affine
--- in
"x" = input : f32[2,4,4]
"c" = conv("x", @"w") name="conv1"
"y" = scale("c", @"s") name="scale1"
output("y")
@"w" = f16(f32)[2,2,1,1] [0.11,0.27,0.36,0.41]
@"s" = f32[2] [1,1e-6]
--- remarks
missed: fold_affine: conv1 + scale1: not folded: weight 0.360107 times 1e-06 is too small for half precision
--- out
same
