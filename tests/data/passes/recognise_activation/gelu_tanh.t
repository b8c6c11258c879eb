# GELU by tanh, with the cube as a power and as a product, and with x in front of the brackets.
test pass recognise_activation
--- in
"x" = input : f32[?]
"p" = pow("x", @"three") name="pow1"
"q" = mul("p", @"c") name="mul1"
%900 = ncnn.align("x", "q")
%901 = ncnn.align("q", "x")
"r" = add(%900, %901) name="add1"
"s" = mul("r", @"d") name="mul2"
"t" = tanh("s") name="tanh1"
"u" = add("t", @"one") name="add2"
"h" = mul("x", @"half") name="mul3"
%902 = ncnn.align("h", "u")
%903 = ncnn.align("u", "h")
"y" = mul(%902, %903) name="mul4"
"a2" = mul("x", @"c") name="mul5"
%904 = ncnn.align("a2", "x")
%905 = ncnn.align("x", "a2")
"b2" = mul(%904, %905) name="mul6"
"c2" = add("b2", @"one") name="add3"
"d2" = mul("x", @"d") name="mul7"
%906 = ncnn.align("d2", "c2")
%907 = ncnn.align("c2", "d2")
"e2" = mul(%906, %907) name="mul8"
"t2" = tanh("e2") name="tanh2"
"u2" = add("t2", @"one") name="add4"
%908 = ncnn.align("x", "u2")
%909 = ncnn.align("u2", "x")
"v2" = mul(%908, %909) name="mul9"
"y2" = mul("v2", @"half") name="mul10"
output("y", "y2")
@"three" = f32[] [3]
@"c" = f32[] [0.044715]
@"d" = f32[] [0.797884583]
@"one" = f32[] [1]
@"half" = f32[] [0.5]
--- remarks
fired: recognise_activation: mul7 + mul5 + mul6 + add3 + mul8 + tanh2 + add4 + mul9 + mul10 -> mul10 (gelu)
fired: recognise_activation: mul3 + pow1 + mul1 + add1 + mul2 + tanh1 + add2 + mul4 -> mul4 (gelu)
--- out
"x" = input : f32[?]
"y" = gelu("x") {approximate=tanh} name="mul4" : f32[?]
"y2" = gelu("x") {approximate=tanh} name="mul10" : f32[?]
output("y", "y2")
