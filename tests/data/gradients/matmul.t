# products of matrices and vectors, with axes that broadcast
test gradient
--- in
"a" = input : f64[2,1,3,4]
"b" = input : f64[5,4,2]
"t" = input : f64[5,2,4]
"v" = input : f64[4]
"w" = input : f64[3]
"y" = matmul("a", "b")
"z" = matmul("a", "t") {transB=true}
"p" = matmul("a", "v")
"q" = matmul("v", "b")
"r" = matmul("w", "a")
"s" = matmul("v", "v")
"u" = square("y")
output("u", "z", "p", "q", "r", "s")
