# One spatial axis.
test pass pad_into_pool
--- in
"x" = input : f32[2,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,0,1]} name="pad1"
"y" = max_pool("p") {nd=1, kernel=[3]} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (max_pool)
--- out
"x" = input : f32[2,6]
"r" = relu("x") name="relu1" : f32[2,6]
"y" = max_pool("r") {nd=1, kernel=[3], pad_begin=[1], pad_end=[1]} name="pool1" : f32[2,6]
output("y")
