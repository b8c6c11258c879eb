# The usual spellings of x * clip(x + 3, 0, 6) / 6, and others with numbers of their own.
test pass recognise_activation
--- in
"x" = input : f32[?]
"b1" = add("x", @"three") name="add1"
"c1" = clip("b1") {min=0, max=6} name="clip1"
"d1" = div("c1", @"six") name="div1"
"y1" = mul("x", "d1") name="mul1"
"b2" = add(@"three", "x") name="add2"
"l2" = max("b2", @"zero") name="max2"
"c2" = min("l2", @"six") name="min2"
"m2" = mul("c2", "x") name="mul2"
"y2" = mul("m2", @"sixth") name="mul2b"
"h3" = hard_sigmoid("x") {alpha=0.2, beta=0.5} name="h3"
"y3" = mul("h3", "x") name="mul3"
"p4" = ncnn.power("x") {scale=0.25, shift=0.375} name="power4"
"c4" = clip("p4") {min=0, max=1} name="clip4"
"y4" = mul("x", "c4") name="elt4"
"p5" = sub("x", @"minus") name="sub5"
"c5" = clip("p5") {min=0, max=6} name="clip5"
"m5" = mul("x", @"sixth") name="mul5"
"y5" = mul("m5", "c5") name="mul5b"
output("y1", "y2", "y3", "y4", "y5")
@"three" = f32[] [3]
@"minus" = f32[1] [-3]
@"six" = f32[] [6]
@"zero" = f32[] [0]
@"sixth" = f32[] [0.16666667]
--- remarks
fired: recognise_activation: mul5 + sub5 + clip5 + mul5b -> mul5b (hard_swish)
fired: recognise_activation: power4 + clip4 + elt4 -> elt4 (hard_swish)
fired: recognise_activation: h3 + mul3 -> mul3 (hard_swish)
fired: recognise_activation: add2 + max2 + min2 + mul2 + mul2b -> mul2b (hard_swish)
fired: recognise_activation: add1 + clip1 + div1 + mul1 -> mul1 (hard_swish)
--- out
"x" = input : f32[?]
"y1" = hard_swish("x") name="mul1" : f32[?]
"y2" = hard_swish("x") name="mul2b" : f32[?]
"y3" = hard_swish("x") {alpha=0.2} name="mul3" : f32[?]
"y4" = hard_swish("x") {alpha=0.25, beta=0.375} name="elt4" : f32[?]
"y5" = hard_swish("x") name="mul5b" : f32[?]
output("y1", "y2", "y3", "y4", "y5")
