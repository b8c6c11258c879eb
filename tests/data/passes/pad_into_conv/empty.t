# Of x there may be nothing at some size: the border is all that the conv reads then.
test pass pad_into_conv
--- in
"x" = input : f32[1,4,n]
"s" = slice("x") {starts=[3], ends=[100], axes=[2]} name="cut"
"p" = pad("s") {pads=[0,0,1,0,0,1]} name="pad1"
"y" = conv("p", @"w", _) name="conv1"
output("y")
@"w" = f32[1,1,1,1] [2]
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: it may be all that the conv reads
--- out
same
