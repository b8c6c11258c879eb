# A batch of them, B transposed.
test run
--- in
"a" = input name="a"
"b" = input name="b"
"out" = matmul("a", "b") {transB=true} name="l"
output("out")
--- feed
a 2,2,3
b 2,2,3
--- results
out 2,2,2: -0.015656 0.508368 -0.527948 0.26992 0.34408 0.93236 -2.85435 0.071956
