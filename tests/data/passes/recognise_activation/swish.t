# x * sigmoid(x) in either order, and x / (1 + exp(-x)), at any rank.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a" = abs("x") name="abs1"
"s" = sigmoid("a") name="sig1"
%900 = ncnn.align("s", "a")
%901 = ncnn.align("a", "s")
"m" = mul(%900, %901) name="mul1"
"s2" = sigmoid("m") name="sig2"
%902 = ncnn.align("m", "s2")
%903 = ncnn.align("s2", "m")
"y" = mul(%902, %903) name="mul2"
"n" = neg("y") name="neg1"
"e" = exp("n") name="exp1"
"p" = add(@"one", "e") name="add1"
%904 = ncnn.align("y", "p")
%905 = ncnn.align("p", "y")
"z" = div(%904, %905) name="div1"
"e2" = ncnn.exp("z") {scale=-1} name="exp2"
"p2" = ncnn.power("e2") {shift=1} name="pow2"
"r2" = reciprocal("p2") name="rec2"
%906 = ncnn.align("r2", "z")
%907 = ncnn.align("z", "r2")
"w" = mul(%906, %907) name="mul3"
output("w")
@"one" = f32[] [1]
--- remarks
fired: recognise_activation: exp2 + pow2 + rec2 + mul3 -> mul3 (swish)
fired: recognise_activation: neg1 + exp1 + add1 + div1 -> div1 (swish)
fired: recognise_activation: sig2 + mul2 -> mul2 (swish)
fired: recognise_activation: sig1 + mul1 -> mul1 (swish)
--- out
"x" = input : f32[?]
"a" = abs("x") name="abs1" : f32[?]
"m" = swish("a") name="mul1" : f32[?]
"y" = swish("m") name="mul2" : f32[?]
"z" = swish("y") name="div1" : f32[?]
"w" = swish("z") name="mul3" : f32[?]
output("w")
