# Not fused: the padded value has another reader.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {pads=[0,1,0,0,2,3]} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
"s" = relu("p") name="relu1"
output("y","s")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the output in between has another reader: relu1
--- out
same
