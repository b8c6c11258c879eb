# Dropout that scales.
test run
--- in
"x" = input name="x"
"out" = ncnn.dropout("x") {scale=0.5} name="l"
output("out")
--- feed
x 4
--- results
out 4: 0.496 -0.8 0.046 -0.805
