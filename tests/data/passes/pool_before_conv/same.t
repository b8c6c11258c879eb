# Not swapped: SAME padding is counted.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = average_pool("a") {kernel=[3,3], stride=[2,2], pad_mode=same_upper, count_include_pad=true} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
missed: pool_before_conv: conv1 + pool1: the pool stays behind the conv: the pool counts its padding
--- out
same
