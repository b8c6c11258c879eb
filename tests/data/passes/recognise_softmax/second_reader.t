# Not a softmax: the sum is a result, for its logarithm.
test pass recognise_softmax
--- in
"x" = input : f32[3,4]
"m" = reduce("x") {op=max, axes=[1]} name="max1"
"d" = sub("x", "m") name="sub1"
"e" = exp("d") name="exp1"
"s" = reduce("e") {axes=[1]} name="sum1"
"y" = div("e", "s") name="div1"
"l" = log("s") name="log1"
output("y", "l")
--- remarks
missed: recognise_softmax: sum1 + div1: the output in between has another reader: log1
--- out
same
