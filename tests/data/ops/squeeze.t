# The rows go.
test run
--- in
"x" = input name="x"
"out" = ncnn.squeeze("x") {squeeze_h=true} name="l"
output("out")
--- feed
x 2,1,3
--- results
out 2,3: 0.992 -1.6 0.092 -1.61 0.624 -1.568
