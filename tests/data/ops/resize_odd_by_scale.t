# Half of 5x7 by scale: pixels are 2 apart, not 5/2 and 7/3 as where a second input or a param gives the size.
test run
--- in
"x" = input name="x"
"r" = input name="r"
"a" = ncnn.interp("x") {resize_type=bilinear, height_scale=0.5, width_scale=0.5} name="a"
"b" = ncnn.interp("x", "r") {resize_type=nearest, dynamic_target_size=true} name="b"
output("a", "b")
--- feed
x 1,5,7
r 1,2,3
--- results
a 1,2,3: -0.387 -0.2265 -0.0405 -0.421 -0.377 -0.943
b 1,2,3: 0.992 0.092 0.624 0.81 -1.162 -0.53
