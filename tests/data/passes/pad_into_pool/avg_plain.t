# Without pads of its own an average over the border counts all of the window: count_include_pad.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = average_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (average_pool)
--- out
"x" = input : f32[2,6,6]
"r" = relu("x") name="relu1" : f32[2,6,6]
"y" = average_pool("r") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], count_include_pad=true} name="pool1" : f32[2,3,3]
output("y")
