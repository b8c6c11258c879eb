# Not fused: the padded value is a result.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {pads=[0,1,0,0,2,3]} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
output("y","p")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the output in between is a result of the network
--- out
same
