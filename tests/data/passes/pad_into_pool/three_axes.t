# Three spatial axes.
test pass pad_into_pool
--- in
"x" = input : f32[2,3,4,4]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,0,1,0,0,0,1]} name="pad1"
"y" = max_pool("p") {nd=3, kernel=[2,2,2]} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (max_pool)
--- out
"x" = input : f32[2,3,4,4]
"r" = relu("x") name="relu1" : f32[2,3,4,4]
"y" = max_pool("r") {nd=3, kernel=[2,2,2], pad_begin=[1,0,1], pad_end=[0,0,1]} name="pool1" : f32[2,3,3,5]
output("y")
