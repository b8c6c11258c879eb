# One spatial axis.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6]
"a" = conv("x", @"w1") {nd=1} name="conv1"
"y" = conv("a", @"w2") {nd=1, pad_begin=[1], pad_end=[1]} name="conv2"
output("y")
@"w1" = f32[4,4,1] seed 1
@"w2" = f32[2,4,3] seed 2
--- remarks
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[4,6]
"y" = conv("x", @"w1") {nd=1, pad_begin=[1], pad_end=[1]} name="conv1" : f32[2,6]
output("y")
@"w1" = f32[2,4,3] [2.5427134,4.046595,-3.4632463,1.6013315,-1.4737226,1.6171135,-0.024751525,-2.2004035,-1.2582427,3.055345,-3.477624,0.18047616,1.0583793,0.95261955,3.9114065,-0.46711954,-1.0608752,-0.49225405,-1.4039282,0.49037966,1.9569302,-2.730241,-0.6637927,1.9773166]
