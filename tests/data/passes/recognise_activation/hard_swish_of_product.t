# x is a product itself, by a factor that other readings of the pattern would take in.
test pass recognise_activation
--- in
"x" = input : f32[4]
"a" = mul("x", @"two") name="mul0"
"b" = add("a", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"d" = div("c", @"six") name="div1"
"y" = mul("a", "d") name="mul1"
output("y")
@"two" = f32[] [2]
@"three" = f32[] [3]
@"six" = f32[] [6]
--- remarks
fired: recognise_activation: add1 + clip1 + div1 + mul1 -> mul1 (hard_swish)
--- out
"x" = input : f32[4]
"a" = mul("x", @"two") name="mul0" : f32[4]
"y" = hard_swish("a") name="mul1" : f32[4]
output("y")
@"two" = f32[] [2]
