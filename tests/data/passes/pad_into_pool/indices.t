# Indices count through the padded input.
test pass pad_into_pool
--- in
"x" = input : f32[5,4,4]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y", "i" = max_pool("p") {kernel=[2,2]} name="pool1"
output("y", "i")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: the pool's indices count through the padded input
--- out
same
