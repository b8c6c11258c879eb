# Pads that are taken from the padded x: numbers of ncnn.
test run
--- in
"x" = input name="x"
"y" = ncnn.pooling("x") {kind=avg, kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], pad_mode=same_upper} name="l"
output("y")
--- feed
x 2,3,4
--- results
y 2,2,2: -0.882 -0.7675 -0.352 -0.3415 0.2055 -0.3755 -0.185 -0.4575
