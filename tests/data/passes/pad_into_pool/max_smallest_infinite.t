# Below the smallest number there is -inf, which such a border wins over.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"l" = log("r") name="log1"
"p" = pad("l") {pads=[0,1,1,0,1,1], value=-3.4028235e38} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: elements may be -inf, below what the border holds
--- out
same
