# Not a leaky relu: of x and 2 x the larger one is not x above 0.
test pass recognise_activation
--- in
"x" = input : f32[4]
"a" = mul("x", @"two") name="mul1"
"y" = max("x", "a") name="max1"
"b" = mul("x", @"minus") name="mul2"
"z" = max("x", "b") name="max2"
output("y", "z")
@"two" = f32[] [2]
@"minus" = f32[] [-0.5]
--- remarks
--- out
same
