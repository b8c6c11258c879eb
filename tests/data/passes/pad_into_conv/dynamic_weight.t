# What the weights are does not matter.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"k" = input : f32[2,2,3,3]
"p" = pad("x") {pads=[0,0,1,0,0,0]} name="pad1"
"y" = conv("p", "k") name="conv1"
output("y")
--- remarks
fired: pad_into_conv: pad1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,6,6]
"k" = input : f32[2,2,3,3]
"y" = conv("x", "k") {pad_begin=[0,1]} name="conv1" : f32[2,4,5]
output("y")
