# Order: were the factor behind it folded into the next layer first, there would be no hard swish left.
test optimize
--- in
"x" = input : f32[2,h,w]
"b" = add("x", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"m" = mul("x", "c") name="mul1"
"d" = div("m", @"six") name="div1"
"y" = conv("d", @"w") name="conv1"
output("y")
@"w" = f32[1,2,1,1] [1,2]
@"three" = f32[] [3]
@"six" = f32[] [6]
--- remarks
fired: recognise_activation: add1 + clip1 + mul1 + div1 -> div1 (hard_swish)
--- out
"x" = input : f32[2,h,w]
"d" = hard_swish("x") name="div1" : f32[2,h,w]
"y" = conv("d", @"w") name="conv1" : f32[1,h,w]
output("y")
@"w" = f32[1,2,1,1] [1,2]
