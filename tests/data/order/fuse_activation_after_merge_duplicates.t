# Two layers that differ in their activations alone share all their work without them.
test order merge_duplicates fuse_activation 
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
--- cost
as declared: 8 layers, 8192 MACs, 40960 other operations, 8 bytes
exchanged:   7 layers, 40960 MACs, 0 other operations, 8 bytes
