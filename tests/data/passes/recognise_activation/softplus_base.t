# Not a softplus: the logarithm has another base.
test pass recognise_activation
--- in
"x" = input : f32[4]
"e" = exp("x") name="exp1"
"y" = log("e") {base=2, shift=1} name="log1"
output("y")
--- remarks
--- out
same
