# A, B and C are computed; transposed B.
test run
--- in
"a" = input name="a"
"b" = input name="b"
"c" = input name="c"
"out" = gemm("a", "b", "c") {alpha=0.5, transB=true} name="l"
output("out")
--- feed
a 2,3
b 4,3
c 4
--- results
out 2,4: 0.133168 1.54562 -1.70583 -0.0458161 -0.63478 -3.21226 -1.96197 -0.16504
