# Not swapped: there may be fewer positions than 7x7.
test pass pool_before_conv
--- in
"x" = input : f32[4,_,_]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = adaptive_average_pool("a") {out=[7,7]} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
missed: pool_before_conv: conv1 + pool1: the pool stays behind the conv: the pool may give more positions than there are
--- out
same
