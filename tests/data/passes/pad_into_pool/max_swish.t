# Not fused: a swish goes a little below 0.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = swish("x") name="swish1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: elements may be below what the border holds
--- out
same
