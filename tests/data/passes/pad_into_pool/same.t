# Not fused: SAME pads by the padded size.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2], pad_mode=same_upper} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: how much the pool pads depends on the padded size
--- out
same
