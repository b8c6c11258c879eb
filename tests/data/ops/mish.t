# Mish.
test run
--- in
"x" = input name="x"
"out" = mish("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.856712 -0.290969 0.0578927 -0.290182 0.488585 -0.2934 -0.206191 -0.307648 0.104096 1.71387 -0.308798 1.25108
