# On a vector: an inner product.
test run
--- in
"x" = input name="x"
"out" = ncnn.convolution("x", @"l.weight", @"l.bias") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0], act=sigmoid} name="l"
output("out")
@"l.weight" = f32[2,3,1,1] [-0.29,-0.95,-0.99,0.01,0.98,-0.53]
@"l.bias" = f32[2] [0.5,-0.5]
--- feed
x 3
--- results
out 2: 0.837704 0.108434
