# Along the last axis.
test run
--- in
"x" = input name="x"
"out" = softmax("x") {axis=1} name="l"
output("out")
--- feed
x 2,3
--- results
out 2,3: 0.675019 0.0505388 0.274442 0.0878732 0.820484 0.0916425
