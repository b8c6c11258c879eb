# windows of odd and of even size, wider than there are channels
test gradient
--- in
"x" = input : f64[2,5,3]
"a" = lrn("x") {axis=1, size=3, alpha=0.5}
"b" = lrn("x") {axis=2, size=2, alpha=2, beta=1.5, bias=0.25}
"c" = lrn("x") {axis=1, size=11, alpha=1, bias=2}
output("a", "b", "c")
