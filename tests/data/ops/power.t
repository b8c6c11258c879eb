# (shift + scale x)^power.
test run
--- in
"x" = input name="x"
"out" = ncnn.power("x") {power=2, scale=0.5, shift=1.5} name="l"
output("out")
--- feed
x 12
--- results
out 12: 3.98402 0.49 2.39012 0.483025 3.28334 0.512656 1.62308 0.9025 2.4964 5.72645 0.833569 4.7524
