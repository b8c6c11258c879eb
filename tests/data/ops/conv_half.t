# Half-precision weights.
test run
--- in
"x" = input name="x"
"out" = ncnn.convolution("x", @"l.weight", @"l.bias") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0], act=leaky_relu(0.1)} name="l"
output("out")
@"l.weight" = f16(f32)[2,2,1,1] [0.099975586,0.19995117,-0.30004883,0.39990234]
@"l.bias" = f32[2] [0.5,-0.5]
--- feed
x 2,2,2
--- results
out 2,2,2: 0.723945 0.0265156 0.41882 0.119093 -0.0548109 -0.0646969 -0.070836 -0.0456814
