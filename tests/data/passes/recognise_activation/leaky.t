# Leaky relu as a maximum, a minimum, and as sums of two halves.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a1" = mul("x", @"tenth") name="mul1"
%900 = ncnn.align("x", "a1")
%901 = ncnn.align("a1", "x")
"y1" = max(%900, %901) name="max1"
"a2" = mul("x", @"two") name="mul2"
%902 = ncnn.align("a2", "x")
%903 = ncnn.align("x", "a2")
"y2" = min(%902, %903) name="min2"
"r3" = relu("x") name="relu3"
"n3" = min("x", @"zero") name="min3"
"a3" = mul("n3", @"tenth") name="mul3"
%904 = ncnn.align("r3", "a3")
%905 = ncnn.align("a3", "r3")
"y3" = add(%904, %905) name="add3"
"r4" = relu("x") name="relu4"
"m4" = neg("x") name="neg4"
"n4" = relu("m4") name="relu4b"
"a4" = mul("n4", @"tenth") name="mul4"
%906 = ncnn.align("r4", "a4")
%907 = ncnn.align("a4", "r4")
"y4" = sub(%906, %907) name="sub4"
output("y1", "y2", "y3", "y4")
@"tenth" = f32[] [0.1]
@"two" = f32[] [2]
@"zero" = f32[] [0]
--- remarks
fired: recognise_activation: relu4 + neg4 + relu4b + mul4 + sub4 -> sub4 (leaky_relu)
fired: recognise_activation: relu3 + min3 + mul3 + add3 -> add3 (leaky_relu)
fired: recognise_activation: mul2 + min2 -> min2 (leaky_relu)
fired: recognise_activation: mul1 + max1 -> max1 (leaky_relu)
--- out
"x" = input : f32[?]
"y1" = leaky_relu("x") {alpha=0.1} name="max1" : f32[?]
"y2" = leaky_relu("x") {alpha=2} name="min2" : f32[?]
"y3" = leaky_relu("x") {alpha=0.1} name="add3" : f32[?]
"y4" = leaky_relu("x") {alpha=0.1} name="sub4" : f32[?]
output("y1", "y2", "y3", "y4")
