# Half-precision weights of about 1e-3 each are 1e-6 together, of which half precision would keep a digit: f32.
test pass merge_conv_chain
--- in
"x" = input : f32[1,4,4]
"a" = conv("x", @"u") name="conv1"
"y" = conv("a", @"v") name="conv2"
output("y")
@"u" = f16(f32)[2,1,1,1] [1e-3,1.5e-3]
@"v" = f16(f32)[2,2,1,1] [1,1,1e-3,-5e-4]
--- remarks
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[1,4,4]
"y" = conv("x", @"u") name="conv1" : f32[2,4,4]
output("y")
@"u" = f32[2,1,1,1] [0.002500534,2.5044073e-7]
