# Not fused: the padded value has another reader.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {top=1, bottom=1, left=1, right=1} name="pad1"
"y" = pool("p") {kernel=[3,3], stride=[2,2], pad_mode=valid} name="pool1"
output("y","p")
--- remarks
missed: pad_into_pool: pad1 + pool1: the output in between is a result of the network
--- out
same
