# Base 2, scaled and shifted.
test run
--- in
"x" = input name="x"
"a" = relu("x") name="a"
"out" = ncnn.log("a") {base=2, shift=1.5} name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.3173 0.584963 0.67084 0.584963 1.08678 0.584963 0.584963 0.584963 0.731183 1.71633 0.584963 1.51602
