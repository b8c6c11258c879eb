# Not fused: ncnn counts a tail with the border, and whether there is one depends on the size.
test pass pad_into_pool
--- in
"x" = input {rank=3} : f32[2,_,_]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = average_pool("p") {kernel=[3,3], stride=[2,2], ceil_mode=true} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: not rewritten: ncnn does not have the average_pool that it would give
--- out
same
