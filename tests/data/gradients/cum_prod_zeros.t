# zeros among them divide nothing
test gradient
--- in
"y" = cum_prod(@"x") {axis=1}
"z" = cum_prod(@"x") {axis=1, reverse=true, exclusive=true}
output("y", "z")
@"x" = f64[2,5] [1,0,3,0,2,0,0.5,4,-1,2]
