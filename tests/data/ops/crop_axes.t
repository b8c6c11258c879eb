# By starts, ends and axes.
test run
--- in
"x" = input name="x"
"out" = ncnn.crop("x") {starts=[1,-3], ends=[3,-1], axes=[1,2]} name="l"
output("out")
--- feed
x 2,3,4
--- results
out 2,2,2: -1.568 -0.452 1.786 -1.174 0.844 -0.53 -0.3 -0.754
