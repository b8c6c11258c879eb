# Not swapped: channels are averaged as well.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = reduce("a") {op=mean, axes=[0,1,2]} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
--- out
same
