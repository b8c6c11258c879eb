# The conv pads with 0, the pad with 1: two numbers.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {pads=[0,1,0,0,2,3], value=1} name="pad1"
"y" = conv("p", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: the conv pads with 0, the pad with 1
--- out
same
