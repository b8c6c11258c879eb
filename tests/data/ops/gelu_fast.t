# GELU by tanh.
test run
--- in
"x" = input name="x"
"out" = gelu("x") {approximate=tanh} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.832536 -0.0878629 0.0493719 -0.0866351 0.457783 -0.0918317 -0.147199 -0.149419 0.0901693 1.71975 -0.141319 1.24156
