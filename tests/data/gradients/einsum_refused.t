# a diagonal
test gradient
--- in
"x" = input : f64[3,3]
"y" = input : f64[3]
"a" = einsum("x", "y") {equation="ii,i->i"} name="e"
output("a")
--- error
einsum 'e': it has no gradient: its factor 0 has the letter i twice
