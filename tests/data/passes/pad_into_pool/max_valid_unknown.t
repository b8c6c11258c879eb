# Valid mode takes no size below the window.
test pass pad_into_pool
--- in
"x" = input {rank=3} : f32[2,_,_]
"r" = relu("x") name="relu1"
"p" = pad("r") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (max_pool)
--- out
"x" = input {rank=3} : f32[2,_,_]
"r" = relu("x") name="relu1" : f32[2,"x".1,"x".2]
"y" = max_pool("r") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="pool1" : f32[2,floordiv("x".1+1,2),floordiv("x".2+1,2)]
output("y")
