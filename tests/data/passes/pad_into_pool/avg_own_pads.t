# Not fused: the pool's own pads are not counted, the border is.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = average_pool("p") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: the pool has pads of its own, which it does not count
--- out
same
