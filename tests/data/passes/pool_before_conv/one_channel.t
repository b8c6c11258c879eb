# Not swapped: one channel is pooled faster than four.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w") name="conv1"
"y" = global_average_pool("a") {keepdims=false} name="pool1"
output("y")
@"w" = f32[1,4,1,1] seed 1
--- remarks
missed: pool_before_conv: conv1 + pool1: the pool stays behind the conv: the conv has a single channel, and to pool its input costs more
--- out
same
