# log(1 + exp(x)), and the form that does not overflow.
test pass recognise_activation
--- in
"x" = input : f32[?]
"e1" = exp("x") name="exp1"
"a1" = add("e1", @"one") name="add1"
"y1" = log("a1") name="log1"
"b2" = abs("x") name="abs2"
"n2" = neg("b2") name="neg2"
"e2" = exp("n2") name="exp2"
"l2" = log1p("e2") name="log2"
"r2" = relu("x") name="relu2"
%900 = ncnn.align("r2", "l2")
%901 = ncnn.align("l2", "r2")
"y2" = add(%900, %901) name="add2"
output("y1", "y2")
@"one" = f32[] [1]
--- remarks
fired: recognise_activation: relu2 + abs2 + neg2 + exp2 + log2 + add2 -> add2 (softplus)
fired: recognise_activation: exp1 + add1 + log1 -> log1 (softplus)
--- out
"x" = input : f32[?]
"y1" = softplus("x") name="log1" : f32[?]
"y2" = softplus("x") name="add2" : f32[?]
output("y1", "y2")
--- norun
exp overflows beyond 88, where softplus does not: that is doubt.
