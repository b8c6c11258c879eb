# Not fused: an average is padded with 0 only.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1], value=1} name="pad1"
"y" = average_pool("p") {kernel=[3,3], count_include_pad=1} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: an average can only be padded with 0
--- out
same
