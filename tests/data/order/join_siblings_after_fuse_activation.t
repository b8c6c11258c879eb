# Joined before the activations are in the slots, two relus would read what is cut apart, and no slot could take them.
test order fuse_activation join_siblings
--- in
"x" = input : f32[3,8,8]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") name="conv2"
"ar" = relu("a") name="relu1"
"br" = relu("b") name="relu2"
output("ar", "br")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[4,3,1,1] seed 2
--- cost
as declared: 3 layers, 1152 MACs, 0 other operations, 72 bytes
exchanged:   5 layers, 1152 MACs, 384 other operations, 72 bytes
