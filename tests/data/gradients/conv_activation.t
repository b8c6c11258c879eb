# an activation in its slot is no layer of its own
test gradient
--- in
"x" = input : f64[1,2,4,4]
"w" = input : f64[2,2,3,3]
"y" = conv("x", "w") {axis=1, act=relu} name="c"
output("y")
--- error
conv 'c': it has no gradient: an activation is fused into it
