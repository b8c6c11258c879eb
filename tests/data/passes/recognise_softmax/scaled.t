# Not a softmax: the sum has a factor.
test pass recognise_softmax
--- in
"x" = input : f32[3,4]
"m" = reduce("x") {op=max, reduce_all=0, axes=[1], keepdims=1} name="max1"
"d" = sub("x", "m") name="sub1"
"e" = exp("d") name="exp1"
"s" = reduce("e") {op=sum, coeff=2, reduce_all=0, axes=[1], keepdims=1} name="sum1"
"y" = div("e", "s") name="div1"
output("y")
--- remarks
missed: recognise_softmax: div1: not made a softmax with what is before it: the maximum and the sum do not go over the same single axis
--- out
same
