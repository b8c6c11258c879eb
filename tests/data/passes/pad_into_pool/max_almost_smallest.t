# Not fused: elements may be below it.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = neg("x") name="neg1"
"p" = pad("r") {top=1, bottom=1, left=1, right=1, value=-1e38} name="pad1"
"y" = pool("p") {kernel=[3,3], stride=[2,2], pad_mode=valid} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: elements may be below what the border holds
--- out
same
