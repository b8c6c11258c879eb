# ELU and CELU as sums of two halves; SELU by its numbers.
test pass recognise_activation
--- in
"x" = input : f32[?]
"e1" = exp("x") name="exp1"
"m1" = sub("e1", @"one") name="sub1"
"a1" = mul("m1", @"alpha") name="mul1"
"n1" = min("a1", @"zero") name="min1"
"r1" = relu("x") name="relu1"
%900 = ncnn.align("r1", "n1")
%901 = ncnn.align("n1", "r1")
"y1" = add(%900, %901) name="add1"
"d2" = div("x", @"alpha") name="div2"
"e2" = expm1("d2") name="exp2"
"a2" = mul("e2", @"alpha") name="mul2"
"n2" = min("a2", @"zero") name="min2"
"r2" = max("x", @"zero") name="max2"
%902 = ncnn.align("n2", "r2")
%903 = ncnn.align("r2", "n2")
"y2" = add(%902, %903) name="add2"
"q3" = min("x", @"zero") name="min3"
"e3" = exp("q3") name="exp3"
"m3" = sub("e3", @"one") name="sub3"
"a3" = mul("m3", @"sa") name="mul3"
"r3" = relu("x") name="relu3"
%904 = ncnn.align("r3", "a3")
%905 = ncnn.align("a3", "r3")
"s3" = add(%904, %905) name="add3"
"y3" = mul("s3", @"sl") name="mul3b"
output("y1", "y2", "y3")
@"zero" = f32[] [0]
@"one" = f32[] [1]
@"alpha" = f32[] [0.5]
@"sa" = f32[] [1.67326324]
@"sl" = f32[] [1.05070102]
--- remarks
fired: recognise_activation: relu3 + min3 + exp3 + sub3 + mul3 + add3 -> add3 (elu)
fired: recognise_activation: div2 + exp2 + mul2 + min2 + max2 + add2 -> add2 (celu)
fired: recognise_activation: relu1 + exp1 + sub1 + mul1 + min1 + add1 -> add1 (elu)
fired: recognise_activation: add3 + mul3b -> mul3b (selu)
--- out
"x" = input : f32[?]
"y1" = elu("x") {alpha=0.5} name="add1" : f32[?]
"y2" = celu("x") {alpha=0.5} name="add2" : f32[?]
"y3" = selu("x") name="mul3b" : f32[?]
output("y1", "y2", "y3")
