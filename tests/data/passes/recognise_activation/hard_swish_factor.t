# Not a hard swish: 0.1667 is not one sixth up to rounding.
test pass recognise_activation
--- in
"x" = input : f32[4]
"b" = add("x", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"d" = mul("c", @"k") name="mul0"
"y" = mul("x", "d") name="mul1"
output("y")
@"three" = f32[] [3]
@"k" = f32[] [0.1667]
--- remarks
missed: recognise_activation: add1 + mul1: not a hard swish: its factor is 0.1667, 0.166667 expected
--- out
same
