# By two.
test run
--- in
"x" = input name="x"
"out" = ncnn.interp("x") {resize_type=nearest, height_scale=2, width_scale=2} name="l"
output("out")
--- feed
x 1,2,3
--- results
out 1,4,6: 0.992 0.992 -1.6 -1.6 0.092 0.092 0.992 0.992 -1.6 -1.6 0.092 0.092 -1.61 -1.61 0.624 0.624 -1.568 -1.568 -1.61 -1.61 0.624 0.624 -1.568 -1.568
