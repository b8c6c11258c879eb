# Not a sigmoid: exp(x) / (1 + exp(x)) is NaN for large x.
test pass recognise_activation
--- in
"x" = input : f32[4]
"e" = exp("x") name="exp1"
"a" = add("e", @"one") name="add1"
"y" = div("e", "a") name="div1"
output("y")
@"one" = f32[] [1]
--- remarks
--- out
same
