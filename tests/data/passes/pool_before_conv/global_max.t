# Not swapped: a maximum is not linear.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = global_max_pool("a") {keepdims=false} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
--- out
same
