# Not made one: a result, or a reader outside, in the middle.
test pass recognise_activation
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1"
"y" = mul("s", "x") name="mul1"
"b" = add("x", @"three") name="add2"
"c" = clip("b") {min=0, max=6} name="clip2"
"d" = mul("c", "x") name="mul2"
"z" = div("d", @"six") name="div2"
"w" = tanh("c") name="tanh2"
output("y", "s", "z", "w")
@"three" = f32[] [3]
@"six" = f32[] [6]
--- remarks
missed: recognise_activation: clip2 + div2: the output in between has another reader: tanh2
missed: recognise_activation: sig1 + mul1: the output in between is a result of the network
--- out
same
