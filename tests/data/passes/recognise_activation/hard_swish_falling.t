# Not a hard swish: it falls, where ncnn's layer means something else.
test pass recognise_activation
--- in
"x" = input : f32[4]
"b" = sub(@"three", "x") name="sub1"
"c" = clip("b") {min=0, max=6} name="clip1"
"d" = div("c", @"six") name="div1"
"y" = mul("x", "d") name="mul1"
output("y")
@"three" = f32[] [3]
@"six" = f32[] [6]
--- remarks
--- out
same
