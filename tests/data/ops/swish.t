# Swish.
test run
--- in
"x" = input name="x"
"out" = swish("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.723647 -0.268771 0.0481145 -0.268208 0.406304 -0.270483 -0.175776 -0.274714 0.0863864 1.5296 -0.27722 1.08223
