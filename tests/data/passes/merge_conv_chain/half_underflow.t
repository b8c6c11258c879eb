# Half-precision weights of about 1e-3 each would be 1e-6 together, of which half precision keeps a digit: refused.
test pass merge_conv_chain
--- in
"x" = input : f32[1,4,4]
"a" = conv("x", @"u") name="conv1"
"y" = conv("a", @"v") name="conv2"
output("y")
@"u" = f16(f32)[2,1,1,1] [1e-3,1.5e-3]
@"v" = f16(f32)[2,2,1,1] [1,1,1e-3,-5e-4]
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: a new weight would be 2.50441e-07, too small for half precision
--- out
same
