# To 4 by 5.
test run
--- in
"x" = input name="x"
"out" = ncnn.interp("x") {resize_type=bilinear, output_height=4, output_width=5} name="l"
output("out")
--- feed
x 1,2,3
--- results
out 1,4,5: 0.992 -0.0448 -1.6 -0.5848 0.092 0.3415 -0.2127 -1.044 -0.6114 -0.323 -0.9595 -0.5485 0.068 -0.6646 -1.153 -1.61 -0.7164 0.624 -0.6912 -1.568
