# along each axis
test gradient
--- in
"x" = input : f64[3,4,2]
"a" = softmax("x") {axis=1}
"b" = softmax("x") {axis=2}
"l" = log("a")
output("b", "l")
