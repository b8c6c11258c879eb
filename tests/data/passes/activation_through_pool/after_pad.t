# First the pad goes into the pool, as the relu says that nothing is below 0; then the relu behind it.
test pass pad_into_pool,activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = relu("x") name="relu1"
"p" = pad("a") {pads=[0,1,1,0,1,1]} name="pad1"
"y" = max_pool("p") {kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (max_pool)
fired: activation_through_pool: relu1 + pool1 -> relu1 (relu), behind the pool there are fewer elements
--- out
"x" = input : f32[2,6,6]
%0 = max_pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="pool1" : f32[2,3,3]
"y" = relu(%0) name="relu1" : f32[2,3,3]
output("y")
