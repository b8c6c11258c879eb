# a diagonal of another factor is read as it is
test gradient
--- in
"y" = input : f64[3]
"a" = einsum(@%0, "y") {equation="ii,i->i"}
output("a")
@%0 = f64[3,3] [1,2,3,4,5,6,7,8,9]
