# GELU by erf: with factors wherever exporters put them.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a1" = div("x", @"root") name="div1"
"e1" = erf("a1") name="erf1"
"b1" = add("e1", @"one") name="add1"
%900 = ncnn.align("x", "b1")
%901 = ncnn.align("b1", "x")
"c1" = mul(%900, %901) name="mul1"
"y1" = mul("c1", @"half") name="mul1b"
"h2" = mul("x", @"half") name="mul2"
"a2" = mul("x", @"inverse") name="mul2b"
"e2" = erf("a2") name="erf2"
"b2" = add(@"one", "e2") name="add2"
%902 = ncnn.align("h2", "b2")
%903 = ncnn.align("b2", "h2")
"y2" = mul(%902, %903) name="mul2c"
"a3" = mul("x", @"inverse") name="mul3"
"e3" = erf("a3") name="erf3"
"b3" = ncnn.power("e3") {scale=0.5, shift=0.5} name="power3"
%904 = ncnn.align("b3", "x")
%905 = ncnn.align("x", "b3")
"y3" = mul(%904, %905) name="mul3b"
output("y1", "y2", "y3")
@"root" = f32[] [1.41421354]
@"inverse" = f32[] [0.707106769]
@"one" = f32[] [1]
@"half" = f32[] [0.5]
--- remarks
fired: recognise_activation: mul3 + erf3 + power3 + mul3b -> mul3b (gelu)
fired: recognise_activation: mul2 + mul2b + erf2 + add2 + mul2c -> mul2c (gelu)
fired: recognise_activation: div1 + erf1 + add1 + mul1 + mul1b -> mul1b (gelu)
--- out
"x" = input : f32[?]
"y1" = gelu("x") name="mul1b" : f32[?]
"y2" = gelu("x") name="mul2c" : f32[?]
"y3" = gelu("x") name="mul3b" : f32[?]
output("y1", "y2", "y3")
