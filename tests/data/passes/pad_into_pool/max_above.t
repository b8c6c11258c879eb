# A sigmoid is never below -1.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"r" = sigmoid("x") name="sig1"
"p" = pad("r") {pads=[0,1,1,0,1,1], value=-1} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (max_pool)
--- out
"x" = input : f32[2,6,6]
"r" = sigmoid("x") name="sig1" : f32[2,6,6]
"y" = max_pool("r") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="pool1" : f32[2,3,3]
output("y")
