# The product is NaN where x is infinite; of integers, nothing is a leaky relu.
test pass recognise_activation
--- in
"x" = input : f32[4]
"i" = input : i64[4]
"p" = mul("x", @"zero")
"y" = max("x", "p")
"z" = max("i", "i")
output("y", "z")
@"zero" = f32[] [0]
--- remarks
--- out
same
