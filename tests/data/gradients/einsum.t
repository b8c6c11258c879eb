# sums of products: a letter that one factor alone has, three factors, a scalar, one factor
test gradient
--- in
"x" = input : f64[2,3,4]
"y" = input : f64[4,3]
"z" = input : f64[2,5]
"s" = input : f64[]
"a" = einsum("x", "y") {equation="ijk,kl->il"}
"b" = einsum("x", "y", "z") {equation="ijk,kj,im->mk"}
"c" = einsum("x") {equation="ijk->ki"}
"d" = einsum("s", "y") {equation=",ab->ba"}
"e" = einsum("x", "x") {equation="ijk,ijl"}
"f" = einsum("x", "y") {equation="ijk,lm->"}
output("a", "b", "c", "d", "e", "f")
