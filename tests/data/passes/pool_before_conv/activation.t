# Not swapped: an activation is not linear.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w", @"b") {act=relu} name="conv1"
"y" = global_average_pool("a") {keepdims=false} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
missed: pool_before_conv: conv1 + pool1: the pool stays behind the conv: an activation is fused already
--- out
same
