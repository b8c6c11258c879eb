# Not swapped: a 3x3 kernel.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = average_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y")
@"w" = f32[2,4,3,3] seed 1
@"b" = f32[2] [1,2]
--- remarks
missed: pool_before_conv: conv1 + pool1: the pool stays behind the conv: its kernel has more taps than one, or pads
--- out
same
