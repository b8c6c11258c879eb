# Not fused: a window lies in the border alone, where it gives 0 before and the smallest number after.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,3,3,0,0,0]} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: a window may lie in the padding alone
--- out
same
