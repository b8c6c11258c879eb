# gemm, both operands turned, and the third broadcast
test gradient
--- in
"a" = input : f64[4,3]
"b" = input : f64[5,4]
"c" = input : f64[5]
"y" = gemm("a", "b", "c") {alpha=0.5, beta=2, transA=true, transB=true}
"d" = input : f64[3,4]
"e" = input : f64[4,5]
"u" = gemm("d", "e")
"z" = square("y")
output("z", "u")
