# Not a softmax: without the maximum it overflows.
test pass recognise_softmax
--- in
"x" = input : f32[3,4]
"e" = exp("x") name="exp1"
"s" = reduce("e") {axes=[1]} name="sum1"
"y" = div("e", "s") name="div1"
output("y")
--- remarks
--- out
same
