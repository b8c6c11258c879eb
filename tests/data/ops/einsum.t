# A product of matrices.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = einsum("x", "y") {equation="ik,kj->ij"} name="l"
output("out")
--- feed
x 2,3
y 3,2
--- results
out 2,2: -0.812392 -3.82368 2.66839 0.752984
