# Two heads that share one group of keys.
test run
--- in
"q" = input name="q"
"k" = input name="k"
"v" = input name="v"
"out" = attention("q", "k", "v") name="l"
output("out")
--- feed
q 2,2,4
k 1,3,4
v 1,3,2
--- results
out 2,2,2: 1.2601 -0.449719 1.29817 -0.49521 0.569892 0.36382 0.64681 0.309728
