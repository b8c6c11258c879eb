# Pieces behind a convolution become a layer that goes into its slot.
test optimize
--- in
"x" = input : f32[2,h,w]
"v" = conv("x", @"w") name="conv1"
"b" = add("v", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"m" = mul("v", "c") name="mul1"
"y" = div("m", @"six") name="div1"
output("y")
@"w" = f32[1,2,1,1] [1,2]
@"three" = f32[] [3]
@"six" = f32[] [6]
--- remarks
fired: recognise_activation: add1 + clip1 + mul1 + div1 -> div1 (hard_swish)
fired: fuse_activation: conv1 + div1 -> conv1 (conv)
--- out
"x" = input : f32[2,h,w]
"y" = conv("x", @"w") {act=hard_swish(0.16666667,0.5)} name="conv1" : f32[1,h,w]
output("y")
@"w" = f32[1,2,1,1] [1,2]
