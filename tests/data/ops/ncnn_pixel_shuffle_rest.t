# The ninth channel is left over: numbers of ncnn.
test run
--- in
"x" = input name="x"
"y" = ncnn.pixel_shuffle("x") {upscale_factor=2, mode=channel_last} name="l"
output("y")
--- feed
x 9,1,2
--- results
y 2,2,4: 0.992 0.624 -1.6 -1.568 0.16 -0.578 1.786 -0.302 0.092 -0.452 -1.61 -1.1 -1.174 0.81 1.36 -1.44
