# the gradient of a maximum goes to the element that was taken
test run
--- in
"x" = input : f32[2,7,9]
"dy" = input : f32[2,4,5]
"dx" = max_pool_gradient("dy", "x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="l"
output("dx")
--- feed
x 2,7,9
dy 2,4,5
--- results
dx 2,7,9: 0 0 0 0 0 0 0 0 0 -0.31 0 0.874 0 0 -0.046 0 0 1.496 0 0 0 0 0 0 0 0 0 0 0.356 0 0 0 -0.582 0 0 -0.784 0 0 0 0 0 0 0 0 0 0 0 -0.066 0 0 -3.386 0 0 0 0 1.308 0 0 0 0 0 0 0.286 0
