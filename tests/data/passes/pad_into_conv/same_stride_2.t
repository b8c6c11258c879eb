# Not fused: with stride 2 SAME depends on the size, which is not known.
test pass pad_into_conv
--- in
"x" = input {rank=3} : f32[2,_,_]
"p" = pad("x") {pads=[0,1,0,0,2,3]} name="pad1"
"y" = conv("p", @"w") {pad_mode=same_upper, stride=[2,2]} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: of the conv, how much it pads depends on a size that is not known
--- out
same
