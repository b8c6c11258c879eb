# One spatial axis.
test pass pad_into_pool
--- in
"x" = input : f32[2,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {left=1, right=1} name="pad1"
"y" = pool("p") {nd=1, kernel=[3], pad_mode=valid} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (pool)
--- out
"x" = input : f32[2,6]
"r" = relu("x") name="relu1" : f32[2,6]
"y" = pool("r") {nd=1, kernel=[3], pad_begin=[1], pad_end=[1], pad_mode=valid} name="pool1" : f32[2,6]
output("y")
