# Not fused: 0.5 may win over what a sigmoid gives.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = sigmoid("x") name="sig1"
"p" = pad("r") {pads=[0,1,1,0,1,1], value=0.5} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: elements may be below what the border holds
--- out
same
