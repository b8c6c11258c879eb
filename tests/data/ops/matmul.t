# Two matrices.
test run
--- in
"a" = input name="a"
"b" = input name="b"
"out" = matmul("a", "b") name="l"
output("out")
--- feed
a 2,3
b 3,2
--- results
out 2,2: -0.812392 -3.82368 2.66839 0.752984
