# Each activation that has a slot, with its numbers.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c1" = conv("x", @"w") name="conv1"
"y1" = leaky_relu("c1") {alpha=0.1} name="leaky"
"c2" = conv("x", @"w") name="conv2"
"y2" = clip("c2") {min=0, max=6} name="relu6"
"c3" = conv("x", @"w") name="conv3"
"y3" = sigmoid("c3") name="sigmoid"
"c4" = conv("x", @"w") name="conv4"
"y4" = mish("c4") name="mish"
"c5" = conv("x", @"w") name="conv5"
"y5" = hard_swish("c5") {alpha=0.2, beta=0.5} name="hswish"
output("y1", "y2", "y3", "y4", "y5")
@"w" = f32[2,1,1,1] [2,-3]
--- remarks
fired: fuse_activation: conv1 + leaky -> conv1 (conv)
fired: fuse_activation: conv2 + relu6 -> conv2 (conv)
fired: fuse_activation: conv3 + sigmoid -> conv3 (conv)
fired: fuse_activation: conv4 + mish -> conv4 (conv)
fired: fuse_activation: conv5 + hswish -> conv5 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y1" = conv("x", @"w") {act=leaky_relu(0.1)} name="conv1" : f32[2,"x".1,"x".2]
"y2" = conv("x", @"w") {act=clip(0,6)} name="conv2" : f32[2,"x".1,"x".2]
"y3" = conv("x", @"w") {act=sigmoid} name="conv3" : f32[2,"x".1,"x".2]
"y4" = conv("x", @"w") {act=mish} name="conv4" : f32[2,"x".1,"x".2]
"y5" = conv("x", @"w") {act=hard_swish(0.2,0.5)} name="conv5" : f32[2,"x".1,"x".2]
output("y1", "y2", "y3", "y4", "y5")
@"w" = f32[2,1,1,1] [2,-3]
