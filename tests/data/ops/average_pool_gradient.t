# that of a mean goes to all elements, with pads that count and without
test run
--- in
"x" = input : f32[2,7,9]
"dy" = input : f32[2,4,5]
"dx" = average_pool_gradient("dy", "x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="l"
"dz" = average_pool_gradient("dy", "x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], count_include_pad=true} name="m"
output("dx", "dz")
--- feed
x 2,7,9
dy 2,4,5
--- results
