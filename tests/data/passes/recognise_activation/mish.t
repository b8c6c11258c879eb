# Mish of softplus, of bnll, and all in pieces.
test pass recognise_activation
--- in
"x" = input : f32[?]
"s1" = softplus("x") name="soft1"
"t1" = tanh("s1") name="tanh1"
%900 = ncnn.align("x", "t1")
%901 = ncnn.align("t1", "x")
"y1" = mul(%900, %901) name="mul1"
"s2" = softplus("x") name="bnll2"
"t2" = tanh("s2") name="tanh2"
%902 = ncnn.align("t2", "x")
%903 = ncnn.align("x", "t2")
"y2" = mul(%902, %903) name="mul2"
"e3" = exp("x") name="exp3"
"l3" = log1p("e3") name="log3"
"t3" = tanh("l3") name="tanh3"
%904 = ncnn.align("t3", "x")
%905 = ncnn.align("x", "t3")
"y3" = mul(%904, %905) name="mul3"
output("y1", "y2", "y3")
--- remarks
fired: recognise_activation: exp3 + log3 + tanh3 + mul3 -> mul3 (mish)
fired: recognise_activation: bnll2 + tanh2 + mul2 -> mul2 (mish)
fired: recognise_activation: soft1 + tanh1 + mul1 -> mul1 (mish)
--- out
"x" = input : f32[?]
"y1" = mish("x") name="mul1" : f32[?]
"y2" = mish("x") name="mul2" : f32[?]
"y3" = mish("x") name="mul3" : f32[?]
output("y1", "y2", "y3")
