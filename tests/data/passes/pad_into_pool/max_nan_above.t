# The root is further up, before a relu.
test pass pad_into_pool
--- in
"x" = input : f32[5,2,1]
"l" = log("x") name="log1"
"t" = exp("l") name="exp1"
"r" = relu("t") name="relu1"
"p" = pad("r") {pads=[0,0,2,0,2,1]} name="pad1"
"y" = max_pool("p") {kernel=[4,4]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: elements may be NaN, which some run times skip
--- out
same
