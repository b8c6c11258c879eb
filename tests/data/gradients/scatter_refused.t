# a product with what is there is not differentiated
test gradient
--- in
"x" = input : f64[3,4]
"u" = input : f64[2,3]
"a" = scatter_elements("x", @"i", "u") {reduction=mul} name="s"
output("a")
@"i" = i64[2,3] [0,2,1,0,1,2]
--- error
scatter_elements 's': it has no gradient: its updates are neither put in place nor added
