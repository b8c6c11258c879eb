# Not swapped: pooling 4 channels in place of 2 with a window of 8x8 costs more than is saved.
test pass pool_before_conv
--- in
"x" = input : f32[4,12,12]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = average_pool("a") {kernel=[8,8], stride=[1,2]} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
missed: pool_before_conv: conv1 + pool1: the pool stays behind the conv: the conv would not have less to do
--- out
same
