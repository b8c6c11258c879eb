# Products of half-precision weights are f32.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
output("y")
@"w1" = f16(f32)[4,4,1,1] seed 1
@"w2" = f16(f32)[2,4,1,1] seed 2
--- remarks
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[4,6,6]
"y" = conv("x", @"w1") name="conv1" : f32[2,6,6]
output("y")
@"w1" = f32[2,4,1,1] [-2.6651468,-0.30777,1.1927334,-0.6214733,0.9735501,-0.42132816,2.1451797,2.4277732]
