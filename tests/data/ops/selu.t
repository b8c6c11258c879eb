# SELU.
test run
--- in
"x" = input name="x"
"out" = selu("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.0423 -1.40315 0.0966645 -1.40668 0.655637 -1.3916 -0.639325 -1.17288 0.168112 1.87655 -1.21462 1.42895
