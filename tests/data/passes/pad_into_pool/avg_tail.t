# Not fused: ncnn counts the tail with the border: 8 - 3 is no multiple of 2.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = average_pool("p") {kernel=[3,3], stride=[2,2], ceil_mode=true} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: not rewritten: ncnn does not have the average_pool that it would give
--- out
same
