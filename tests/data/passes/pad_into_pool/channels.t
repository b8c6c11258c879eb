# Not fused: a channel is added.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {left=1, front=1} name="pad1"
"y" = pool("p") {kernel=[3,3], stride=[2,2], pad_mode=valid} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: it pads channels as well
--- out
same
