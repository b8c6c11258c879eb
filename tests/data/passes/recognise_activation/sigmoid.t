# 1 / (1 + exp(-x)), and by tanh; tanh by sigmoid.
test pass recognise_activation
--- in
"x" = input : f32[?]
"n1" = neg("x") name="neg1"
"e1" = exp("n1") name="exp1"
"a1" = add("e1", @"one") name="add1"
"y1" = div(@"one", "a1") name="div1"
"h2" = mul("x", @"half") name="mul2"
"t2" = tanh("h2") name="tanh2"
"a2" = add("t2", @"one") name="add2"
"y2" = mul("a2", @"half") name="mul2b"
"h3" = mul("x", @"two") name="mul3"
"s3" = sigmoid("h3") name="sig3"
"a3" = mul("s3", @"two") name="mul3b"
"y3" = sub("a3", @"one") name="sub3"
output("y1", "y2", "y3")
@"half" = f32[] [0.5]
@"one" = f32[] [1]
@"two" = f32[] [2]
--- remarks
fired: recognise_activation: mul3 + sig3 + mul3b + sub3 -> sub3 (tanh)
fired: recognise_activation: mul2 + tanh2 + add2 + mul2b -> mul2b (sigmoid)
fired: recognise_activation: neg1 + exp1 + add1 + div1 -> div1 (sigmoid)
--- out
"x" = input : f32[?]
"y1" = sigmoid("x") name="div1" : f32[?]
"y2" = sigmoid("x") name="mul2b" : f32[?]
"y3" = tanh("x") name="sub3" : f32[?]
output("y1", "y2", "y3")
