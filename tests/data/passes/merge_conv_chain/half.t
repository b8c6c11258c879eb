# Half-precision weights are rounded again.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
output("y")
@"w1" = f16(f32)[4,4,1,1] seed 1
@"w2" = f16(f32)[2,4,1,1] seed 2
--- remarks
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv), its half-precision weights rounded again
--- out
"x" = input : f32[4,6,6]
"y" = conv("x", @"w1") name="conv1" : f32[2,6,6]
output("y")
@"w1" = f16(f32)[2,4,1,1] [-2.6660156,-0.30786133,1.1923828,-0.62158203,0.9736328,-0.42138672,2.1445312,2.4277344]
